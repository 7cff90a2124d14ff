// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.submit;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

import org.springframework.dao.DataAccessException;

import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.redis.CommandCounts;
import io.delay.redis.Instance;
import io.delay.redis.RedisSpace;
import io.delay.redis.net.TcpProxy;
import io.delay.store.JobRecord;
import io.delay.store.JobStore;
import io.delay.store.NewJob;
import io.delay.template.DelayTemplate;
import io.delay.test.redis.EmbeddedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A store behind a proxy, and threads that submit to it: some whose calls are held under
 * way, so that those after them wait and leave together.
 */
final class SubmitBench implements AutoCloseable {

	static final String TOPIC = "orders";

	static final String PRODUCERS = "delay-producers";

	/** How many calls are under way before others wait. */
	static final int LEADERS = 2;

	private static final Instant FUTURE = Instant.parse("2100-01-01T00:00:00Z");

	private final EmbeddedRedis redis = EmbeddedRedis.start("maxmemory-policy noeviction");

	private final RedisSpace space = RedisSpace.of(this.redis);

	private final TcpProxy proxy = new TcpProxy(this.redis.port());

	private final Instance instance;

	private final CommandCounts counts = new CommandCounts(this.space.template());

	SubmitBench(Duration commandTimeout) {
		this.instance = Instance.named("instance")
			.commandTimeout(commandTimeout)
			.on(this.proxy.port(), this.space.namespace());
		store().submit(List.of(job("warm-up")));
		store().submit(List.of(job("warm-up"), job("warm-up")));
		this.counts.reset();
	}

	JobStore store() {
		return this.instance.store();
	}

	DelayTemplate template() {
		return this.instance.template();
	}

	RedisSpace space() {
		return this.space;
	}

	TcpProxy proxy() {
		return this.proxy;
	}

	/**
	 * A job with a due time of its own, and itself as its payload.
	 */
	static NewJob job(String id) {
		return job(id, id, ConflictPolicy.KEEP);
	}

	static NewJob job(String id, String payload, ConflictPolicy onConflict) {
		return new NewJob(TOPIC, id, DueTime.at(dueTime(payload)), onConflict,
				JobRecord.of(payload.getBytes(StandardCharsets.UTF_8)));
	}

	/**
	 * When a job with this payload is due.
	 */
	static Instant dueTime(String payload) {
		return FUTURE.plusMillis(payload.hashCode());
	}

	SubmitCaller start(NewJob... jobs) {
		return SubmitCaller.start(store()::submit, jobs);
	}

	/**
	 * Start a thread, and return when it waits for a call or its reply.
	 */
	SubmitCaller queue(NewJob... jobs) {
		return start(jobs).awaitQueued();
	}

	/**
	 * Start threads one after the other, each with one job.
	 */
	List<SubmitCaller> queueAll(String prefix, int count) {
		return IntStream.range(0, count).mapToObj((i) -> queue(job(prefix + i))).toList();
	}

	/**
	 * Hold so many calls under way that whoever submits now has to wait.
	 */
	List<SubmitCaller> holdLeaders() {
		this.proxy.silence(PRODUCERS);
		return queueAll("leader-", LEADERS);
	}

	/**
	 * Have threads share a call to which something happens once it is sent.
	 */
	List<SubmitCaller> strike(TcpProxy.Fault fault, String prefix, int count) throws InterruptedException {
		holdLeaders();
		List<SubmitCaller> callers = queueAll(prefix, count);
		this.proxy.breakNext(PRODUCERS, prefix, fault);
		letGo();
		assertThat(this.proxy.awaitBroken()).isTrue();
		return callers;
	}

	void letGo() {
		this.proxy.heal();
	}

	/**
	 * How many calls there were.
	 */
	long calls() {
		return count("evalsha");
	}

	long count(String command) {
		return this.counts.calls().getOrDefault(command, 0L);
	}

	/**
	 * The ids of all jobs in Redis.
	 */
	Set<String> stored() {
		return this.space.contents(TOPIC).getOrDefault("jobs", Map.of()).keySet();
	}

	/**
	 * Have a new job stored, once the connection is made again.
	 */
	void awaitStores(String id) {
		await().atMost(Duration.ofSeconds(5))
			.pollInterval(Duration.ofMillis(10))
			.ignoreExceptionsInstanceOf(DataAccessException.class)
			.until(() -> !store().submit(List.of(job(id))).isEmpty());
	}

	@Override
	public void close() {
		this.proxy.heal();
		this.instance.close();
		this.proxy.close();
		this.space.close();
		this.redis.close();
	}

}
