// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.outage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import org.awaitility.core.ConditionTimeoutException;

import io.delay.job.Job;
import io.delay.listener.JobHandler;
import io.delay.listener.ListenerSettings;
import io.delay.listener.container.DelayListenerContainer;
import io.delay.redis.HandledJobs;
import io.delay.redis.Instance;
import io.delay.redis.RedisSpace;
import io.delay.redis.SubmitLoad;
import io.delay.redis.net.TcpProxy;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptLibrary;
import io.delay.store.JobStore;
import io.delay.store.LeaseTokens;
import io.delay.test.redis.EmbeddedRedis;
import io.delay.test.store.ForwardingJobStore;

import static org.awaitility.Awaitility.await;

/**
 * Two instances that handle one topic under load, one of them behind a proxy that can
 * break its connections. That one alone also listens to a topic that lies idle, so that
 * nothing but a wake-up makes it look there.
 */
public final class FaultBench implements AutoCloseable {

	private static final String TOPIC = "orders";

	private static final String IDLE_TOPIC = "idle";

	private static final String PROXIED = "proxied";

	/** How many submits can be under way on the connection of the proxied instance. */
	public static final int PROXIED_SUBMITTERS = 8;

	/** Takes so long that some job of the proxied instance is at work at any moment. */
	private static final Duration WORK = Duration.ofMillis(10);

	/** In this time the jobs that are held already are handled. */
	private static final Duration HELD_JOBS = Duration.ofMillis(100);

	/** Who asks again at once would have done so. */
	private static final Duration REST = Duration.ofMillis(500);

	/** How often a fault strikes. */
	public static final int STRIKES = 3;

	private static final int DIRECT_SUBMITTERS = 2;

	private final ScriptLibrary scripts = new ScriptLibrary();

	private final EmbeddedRedis redis = EmbeddedRedis.start();

	private final RedisSpace space = RedisSpace.of(this.redis);

	private final TcpProxy proxy = new TcpProxy(this.redis.port());

	private final HandledJobs handled = new HandledJobs();

	private final HandledJobs handledOfIdleTopic = new HandledJobs();

	/** When they were submitted. */
	private final Map<String, Long> probes = new ConcurrentHashMap<>();

	private final SubmitLoad load = new SubmitLoad(TOPIC);

	private final AtomicInteger handedBack = new AtomicInteger();

	private final Instance direct;

	private final Instance proxied;

	private final DelayListenerContainer idle;

	private final StallWatch stalls;

	private long loadSince;

	public FaultBench(Duration commandTimeout, Duration pingInterval, Duration ttr) {
		this.stalls = watchStalls();
		this.direct = Instance.named("direct").on(this.redis.port(), this.space.namespace());
		this.proxied = Instance.named(PROXIED)
			.commandTimeout(commandTimeout)
			.pingInterval(pingInterval)
			.decorator(this::countingHandBacks)
			.on(this.proxy.port(), this.space.namespace());
		ListenerSettings.Builder settings = ListenerSettings.builder().ttr(ttr);
		JobHandler noting = this.handled.handler(PROXIED);
		this.proxied.listen(TOPIC, settings.concurrency(4), (job, context) -> {
			noting.handle(job, context);
			LockSupport.parkNanos(WORK.toNanos());
		});
		this.idle = this.proxied.listen(IDLE_TOPIC, settings.concurrency(1), this.handledOfIdleTopic.handler(PROXIED));
		probe("warm-up", Duration.ofSeconds(5));
	}

	private StallWatch watchStalls() {
		try {
			return new StallWatch(this.redis.port());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Let the other instance handle jobs, too.
	 */
	public void listenDirectly() {
		this.direct.listen(TOPIC, ListenerSettings.builder(), this.handled.handler("direct"));
	}

	private JobStore countingHandBacks(JobStore store) {
		return new ForwardingJobStore(store) {

			@Override
			public int handBack(String topic, String token) {
				int count = super.handBack(topic, token);
				FaultBench.this.handedBack.addAndGet(count);
				return count;
			}

		};
	}

	/**
	 * Wait until the container of the idle topic asks for no more jobs, as it does once
	 * more after the last one.
	 */
	public void awaitRest() {
		await().atMost(Duration.ofSeconds(5))
			.until(() -> this.idle.sinceLastReserve().filter((time) -> time.compareTo(REST) > 0).isPresent());
	}

	public TcpProxy proxy() {
		return this.proxy;
	}

	/**
	 * Start to submit jobs through both instances. Returns when all submit, and the
	 * proxied one handles jobs.
	 */
	public void startLoad() {
		this.loadSince = System.nanoTime();
		Set<String> first = new HashSet<>();
		for (int i = 0; i < PROXIED_SUBMITTERS; i++) {
			this.load.start(PROXIED + "-" + i, this.proxied.template());
			first.add(PROXIED + "-" + i + "-0");
		}
		for (int i = 0; i < DIRECT_SUBMITTERS; i++) {
			this.load.start("direct-" + i, this.direct.template());
		}
		awaitConsumption(this.loadSince, Duration.ofSeconds(5));
		await().atMost(Duration.ofSeconds(5)).until(() -> this.load.stored().containsAll(first));
	}

	/**
	 * Break requests of the proxied instance, each once that handles jobs again.
	 */
	public void strike(String connectionName, RedisScript script, TcpProxy.Fault fault) throws InterruptedException {
		for (int i = 0; i < STRIKES; i++) {
			this.proxy.breakNext(connectionName, this.scripts.source(script).digest(), fault);
			if (!this.proxy.awaitBroken()) {
				throw new IllegalStateException("No " + script + " came on " + connectionName);
			}
			awaitNewJobs(Duration.ofSeconds(5));
		}
	}

	/**
	 * End connections of the proxied instance, once there are any.
	 */
	public void end(String connectionName, TcpProxy.End end) {
		await().atMost(Duration.ofSeconds(5))
			.pollInterval(Duration.ofMillis(2))
			.until(() -> this.proxy.end(connectionName, end) > 0);
	}

	/**
	 * Wait until the proxied instance handles jobs that it did not hold before.
	 */
	public void awaitNewJobs(Duration atMost) {
		awaitConsumption(System.nanoTime() + HELD_JOBS.toNanos(), atMost);
	}

	/**
	 * Wait until the proxied instance handles jobs.
	 * @return how long after the given moment it did
	 */
	public Duration awaitConsumption(long sinceNanoTime, Duration atMost) {
		await().atMost(atMost)
			.pollInterval(Duration.ofMillis(2))
			.until(() -> this.handled.hasHandled(PROXIED, sinceNanoTime));
		return Duration.ofNanos(System.nanoTime() - sinceNanoTime);
	}

	/**
	 * The longest time that the proxied instance handled nothing since the load began.
	 */
	public Duration longestPause() {
		long longest = 0;
		long last = this.loadSince;
		for (HandledJobs.Call call : this.handled.calls()) {
			if (call.instance().equals(PROXIED)) {
				longest = Math.max(longest, call.nanoTime() - last);
				last = call.nanoTime();
			}
		}
		return Duration.ofNanos(Math.max(longest, System.nanoTime() - last));
	}

	/**
	 * The longest time that the machine or Redis stood still since the bench was built.
	 */
	public Duration longestStall() {
		return this.stalls.longest();
	}

	/**
	 * The jobs for which the proxied instance has a lease.
	 */
	public Set<String> heldByProxied() {
		Set<String> held = new HashSet<>();
		this.space.contents(TOPIC).getOrDefault("leases", Map.of()).forEach((id, lease) -> {
			if (LeaseTokens.hostOf(lease.substring(0, lease.indexOf(';'))).equals(PROXIED)) {
				held.add(id);
			}
		});
		return held;
	}

	/**
	 * How many jobs the proxied instance has handed back.
	 */
	public int handedBack() {
		return this.handedBack.get();
	}

	/**
	 * The longest time that any submit took, whatever became of it.
	 */
	public Duration slowestSubmit() {
		return this.load.slowest();
	}

	/**
	 * End the load, and give what is stored the time to be handled.
	 */
	public FaultOutcome endLoad() throws InterruptedException {
		this.load.close();
		try {
			await().atMost(Duration.ofSeconds(8)).until(() -> left().isEmpty());
		}
		catch (ConditionTimeoutException ex) {
			// the outcome tells
		}
		return new FaultOutcome(this.load.submitted(), this.load.stored(), this.load.unknown(),
				this.load.refused().keySet(), this.handled.calls(), left());
	}

	private Set<String> left() {
		return this.space.contents(TOPIC).getOrDefault("jobs", Map.of()).keySet();
	}

	/**
	 * Submit a job without delay to the topic that lies idle.
	 */
	public void submitProbe(String id) {
		this.probes.put(id, System.nanoTime());
		this.direct.template().submit(Job.to(IDLE_TOPIC).id(id).build());
	}

	/**
	 * Wait until the proxied instance has handled such a job.
	 * @return how long after it was submitted it did
	 */
	public Duration awaitProbe(String id, Duration atMost) {
		await().atMost(atMost)
			.pollInterval(Duration.ofMillis(2))
			.until(() -> this.handledOfIdleTopic.ids().contains(id));
		long handledAt = this.handledOfIdleTopic.calls()
			.stream()
			.filter((call) -> call.id().equals(id))
			.mapToLong(HandledJobs.Call::nanoTime)
			.min()
			.orElseThrow();
		return Duration.ofNanos(handledAt - this.probes.get(id));
	}

	public Duration probe(String id, Duration atMost) {
		submitProbe(id);
		return awaitProbe(id, atMost);
	}

	public static void pass(Duration time) {
		await().pollDelay(time).pollInterval(Duration.ofMillis(1)).atMost(time.plusSeconds(5)).until(() -> true);
	}

	@Override
	public void close() throws InterruptedException {
		this.load.close();
		this.proxy.heal();
		List.of(this.proxied, this.direct).forEach(Instance::close);
		this.proxy.close();
		this.space.close();
		this.stalls.close();
		this.redis.close();
	}

}
