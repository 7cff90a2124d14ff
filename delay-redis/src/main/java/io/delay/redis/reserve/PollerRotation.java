// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.reserve;

import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

import io.delay.redis.partition.TopicKeys;
import io.delay.redis.record.JobConsumerCodec;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptArguments;
import io.delay.redis.script.ScriptReply;
import io.delay.redis.script.ScriptRunner;
import io.delay.store.ConsumerRegistration;
import io.delay.store.JobStore;
import io.delay.store.admin.JobStoreInspector;

/**
 * Announces the consumers of a topic in this application instance, and makes the
 * instances poll one after the other, instead of all at the same time, when an event is
 * due. The first poller changes from event to event; the other pollers poll a few
 * milliseconds later, in case the first one is busy or has stopped. The reply to each
 * announcement contains the place of this instance. An outdated place costs only a few
 * milliseconds or an unnecessary poll. No method waits for Redis.
 */
final class PollerRotation {

	private static final Duration LONGEST_STEP = Duration.ofMillis(4);

	private static final Duration LONGEST = Duration.ofMillis(50);

	/** The poller of consumers that do not poll at events. */
	private static final String NONE = "-";

	private final ScriptRunner runner;

	private final TopicKeys topic;

	private final PartitionSchedule schedule;

	private final String poller = UUID.randomUUID().toString();

	/**
	 * The consumers by their ids whose announcement was not sent, because there was no
	 * connection. A consumer is sent while its entry is locked, so that it is not sent
	 * after its withdrawal.
	 */
	private final Map<String, ConsumerRegistration> unsent = new ConcurrentHashMap<>();

	private volatile Position position = new Position(0, 1);

	PollerRotation(ScriptRunner runner, TopicKeys topic, PartitionSchedule schedule) {
		this.runner = runner;
		this.topic = topic;
		this.schedule = schedule;
	}

	void announce(ConsumerRegistration consumer) {
		this.unsent.compute(consumer.id(), (id, earlier) -> send(consumer) ? null : consumer);
	}

	void connected() {
		for (String unsent : this.unsent.keySet()) {
			this.unsent.computeIfPresent(unsent, (id, consumer) -> send(consumer) ? null : consumer);
		}
	}

	void withdraw(String id) {
		this.unsent.remove(id);
		send(id, new byte[0]);
	}

	private boolean send(ConsumerRegistration consumer) {
		return send(consumer.id(), JobConsumerCodec.format(consumer));
	}

	private boolean send(String id, byte[] registration) {
		ScriptArguments arguments = new ScriptArguments().add(id)
			.add(JobStore.CONSUMER_EXPIRY)
			.add(registration)
			.add(JobStoreInspector.MAX_CONSUMERS)
			.add(this.schedule.isSubscribed() ? this.poller : NONE);
		return this.runner.post(RedisScript.ANNOUNCE, this.topic.consumers(), arguments, this::announced);
	}

	private void announced(ScriptReply reply) {
		this.position = new Position(reply.nextLong(), reply.nextLong());
	}

	Duration stagger(int partition, long time) {
		return this.position.stagger(partition, time);
	}

	record Position(long number, long count) {

		/** Distributes successive times over the positions. */
		private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

		Duration stagger(int partition, long time) {
			if (this.count <= 1) {
				return Duration.ZERO;
			}
			long mixed = (time + partition) * MULTIPLIER;
			mixed = (mixed ^ (mixed >>> 32)) * MULTIPLIER;
			long behind = Math.floorMod(this.number - (mixed >>> 32), this.count);
			return Duration.ofNanos(behind * Math.min(LONGEST_STEP.toNanos(), LONGEST.toNanos() / this.count));
		}

	}

}
