// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.cluster;

import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.awaitility.core.ConditionTimeoutException;

import io.delay.job.Job;
import io.delay.listener.ListenerSettings;
import io.delay.redis.HandledJobs;
import io.delay.redis.Instance;
import io.delay.redis.RedisSpace;
import io.delay.redis.SubmitLoad;
import io.delay.redis.outage.FaultBench;
import io.delay.redis.outage.FaultOutcome;
import io.delay.test.redis.RedisNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * An instance that submits jobs and another one that handles them, while servers fail or
 * slots move. The second one listens to a topic that lies idle, too, so that nothing but
 * a wake-up makes it look there.
 */
final class FailoverBench implements AutoCloseable {

	static final String TOPIC = "orders";

	static final int SUBMITTERS = 4;

	/** From the failure until everything goes on. */
	static final Duration GOES_ON = Duration.ofSeconds(15);

	/** Far below the safety check, which would find a job without a wake-up, too. */
	static final Duration WOKEN = Duration.ofSeconds(3);

	private static final String IDLE_TOPIC = "idle";

	private static final Log logger = LogFactory.getLog(FailoverBench.class);

	private final RedisSpace space;

	private final Instance producer;

	private final Instance consumer;

	private final HandledJobs handled = new HandledJobs();

	private final HandledJobs woken = new HandledJobs();

	private final SubmitLoad load = new SubmitLoad(TOPIC);

	FailoverBench(RedisSpace space, Function<Instance.Builder, Instance> instances) {
		this.space = space;
		this.producer = instances.apply(Instance.named("producer"));
		this.consumer = instances.apply(Instance.named("consumer"));
		this.consumer.listen(TOPIC, ListenerSettings.builder().concurrency(4).ttr(Duration.ofSeconds(10)),
				this.handled.handler("consumer"));
		this.consumer.listen(IDLE_TOPIC, ListenerSettings.builder().concurrency(1), this.woken.handler("consumer"));
		probe("warm-up", GOES_ON);
		for (int i = 0; i < SUBMITTERS; i++) {
			this.load.start("load-" + i, this.producer.template());
		}
		awaitGoingOn(System.nanoTime());
	}

	// A key on the slot of the topic that is none of the store
	String key() {
		return "{" + this.space.namespace() + ":" + TOPIC + ":0}";
	}

	/**
	 * Wait until a replica has all that is confirmed by now.
	 * @return the ids of the jobs confirmed
	 */
	Set<String> replicated(RedisNode master) {
		Set<String> confirmed = Set.copyOf(this.load.stored());
		long replicas = master.ask((commands) -> {
			commands.set(key() + "marker", "");
			return commands.waitForReplication(1, 3000);
		});
		assertThat(replicas).isEqualTo(1);
		return confirmed;
	}

	/**
	 * The jobs that are confirmed, once it is sure that the failed server has confirmed
	 * its last.
	 */
	Set<String> confirmedBeforeFailure() {
		FaultBench.pass(Duration.ofMillis(100));
		return Set.copyOf(this.load.stored());
	}

	/**
	 * Wait until a job is submitted and one is handled.
	 * @return how long after the given moment that was
	 */
	Duration awaitGoingOn(long sinceNanoTime) {
		Set<String> before = Set.copyOf(this.load.stored());
		await("Submits that go on").atMost(GOES_ON)
			.pollInterval(Duration.ofMillis(2))
			.until(() -> this.load.stored().size() > before.size());
		await("Jobs that are handled").atMost(GOES_ON).pollInterval(Duration.ofMillis(2)).until(this::handlesNewJob);
		return Duration.ofNanos(System.nanoTime() - sinceNanoTime);
	}

	private boolean handlesNewJob() {
		return this.handled.hasHandled("consumer", System.nanoTime() - Duration.ofMillis(50).toNanos());
	}

	/**
	 * Submit a job to the topic that lies idle, and wait until it is handled.
	 */
	Duration probe(String id, Duration atMost) {
		long start = System.nanoTime();
		this.producer.template().submit(Job.to(IDLE_TOPIC).id(id).build());
		await("Wake-up of the idle topic").atMost(atMost)
			.pollInterval(Duration.ofMillis(2))
			.until(() -> this.woken.ids().contains(id));
		return Duration.ofNanos(System.nanoTime() - start);
	}

	/**
	 * End the load, and give what is stored the time to be handled.
	 */
	FaultOutcome end(String what, Duration goneOn, Duration woken) throws InterruptedException {
		this.load.close();
		try {
			await().atMost(Duration.ofSeconds(15)).until(() -> left().isEmpty());
		}
		catch (ConditionTimeoutException ex) {
			// the outcome tells
		}
		FaultOutcome outcome = new FaultOutcome(this.load.submitted(), this.load.stored(), this.load.unknown(),
				this.load.refused().keySet(), this.handled.calls(), left());
		logger.info("| " + what + " | submitted " + outcome.submitted() + " | unknown " + outcome.unknown().size()
				+ " | refused " + outcome.refused().size() + " " + refusals() + " | lost " + outcome.lost().size()
				+ " | doubled " + outcome.doubled().size() + " | went on after " + goneOn.toMillis()
				+ " ms | slowest submit " + this.load.slowest().toMillis() + " ms | wake-up in " + woken.toMillis()
				+ " ms |");
		assertThat(outcome.left()).isEmpty();
		assertThat(outcome.storedThoughRefused()).isEmpty();
		return outcome;
	}

	private Set<String> refusals() {
		Set<String> messages = new HashSet<>();
		this.load.refused().values().forEach((failure) -> messages.add(failure.getMessage()));
		return messages;
	}

	private Set<String> left() {
		return this.space.contents(TOPIC).getOrDefault("jobs", Map.of()).keySet();
	}

	@Override
	public void close() throws InterruptedException {
		this.load.close();
		this.consumer.close();
		this.producer.close();
	}

}
