// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.reserve;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;

import io.delay.job.JobRules;
import io.delay.job.RateLimit;
import io.delay.redis.partition.PartitionKeys;
import io.delay.redis.record.JobFailuresCodec;
import io.delay.redis.record.JobRecordCodec;
import io.delay.redis.script.NoReplyException;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptArguments;
import io.delay.redis.script.ScriptReply;
import io.delay.redis.script.ScriptRunner;
import io.delay.redis.settle.SettleCommand;
import io.delay.redis.topic.TopicRegistry;
import io.delay.store.BuriedJob;
import io.delay.store.FailureReason;
import io.delay.store.JobFailures;
import io.delay.store.JobRecord;
import io.delay.store.Lease;
import io.delay.store.LeaseTerms;
import io.delay.store.LookAhead;
import io.delay.store.Redelivery;
import io.delay.store.ReserveMode;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.ReservedJob;
import io.delay.store.Settlement;

/**
 * Reserves jobs of one partition, and hands back those that were reserved with certain
 * tokens. Buries a job whose record was valid for the script but cannot be parsed here.
 */
final class ReserveCommand {

	private static final long MICROS_PER_MILLI = 1000;

	private final ScriptRunner runner;

	private final TopicRegistry topics;

	private final SettleCommand settle;

	ReserveCommand(ScriptRunner runner, TopicRegistry topics, SettleCommand settle) {
		this.runner = runner;
		this.topics = topics;
		this.settle = settle;
	}

	Answer execute(PartitionKeys partition, ReserveRequest request) {
		ScriptArguments arguments = new ScriptArguments(partition).add(request.token())
			.add(request.limit())
			.add(request.terms().ttr())
			.add(request.terms().maxAttempts())
			.add(ReserveRequest.MAX_PAYLOAD_BYTES)
			.add(text(request.mode()))
			.add(request.lookAhead().window())
			.add(request.lookAhead().limit());
		RateLimit rateLimit = request.terms().rateLimit();
		if (request.terms().hasFailureHandler() || rateLimit != null) {
			arguments.add(request.terms().failureAttempts());
		}
		if (rateLimit != null) {
			arguments.add(rateLimit.interval().toNanos());
		}
		ScriptReply reply = this.topics.use(partition,
				() -> this.runner.run(RedisScript.RESERVE, partition, arguments));
		return read(request, reply, System.nanoTime());
	}

	private Answer read(ReserveRequest request, ScriptReply reply, long arrivedAt) {
		long micros = reply.nextLong();
		Instant now = JobRules.roundUp(Instant.EPOCH.plus(micros, ChronoUnit.MICROS));
		long nextEvent = reply.nextLong();
		List<BuriedJob> buried = buried(reply.nextReply());
		ScriptReply left = reply.nextReply();
		boolean isolatedLeft = left.nextLong() > 0;
		// Needed in addition to the times, because a ready job can have a time in the
		// future if the clock went back
		boolean anyAhead = left.nextLong() > 0;
		Redeliveries redeliveries = new Redeliveries(left);
		List<ReservedJob> jobs = new ArrayList<>();
		List<Settlement> unreadable = new ArrayList<>();
		for (int index = 0; reply.hasNext(); index++) {
			Lease lease = new Lease(request.topic(), reply.nextText(), request.token());
			JobRecord record = JobRecordCodec.decode(reply.nextBytes());
			int attempt = reply.nextInt();
			int maxAttempts = reply.nextInt();
			Instant visibleSince = reply.nextTime();
			long ttr = reply.nextLong();
			Instant dueTime = reply.nextTime();
			redeliveries.moveTo(index);
			boolean isAhead = anyAhead && visibleSince.toEpochMilli() > micros / MICROS_PER_MILLI;
			if (record != null) {
				Instant start = isAhead ? visibleSince : now;
				LeaseTerms terms = new LeaseTerms(attempt, maxAttempts, Duration.ofMillis(ttr), start.plusMillis(ttr),
						redeliveries.redelivery(), redeliveries.failures());
				Duration startIn = isAhead ? untilReady(visibleSince, micros, arrivedAt) : Duration.ZERO;
				boolean revocable = isAhead
						&& visibleSince.minus(LookAhead.MARGIN).toEpochMilli() > micros / MICROS_PER_MILLI;
				jobs.add(new ReservedJob(lease, terms, dueTime, visibleSince, record, startIn, revocable));
			}
			else {
				FailureReason reason = new FailureReason("The record of the job cannot be read", "redis");
				unreadable.add(new Settlement.Bury(lease, reason));
				buried.add(new BuriedJob(lease.id(), attempt, reason));
			}
		}
		if (!unreadable.isEmpty()) {
			bury(unreadable, request.topic());
		}
		return new Answer(new ReserveResult(jobs, nextEvent(nextEvent), buried, isolatedLeft),
				(micros + nextEvent) / MICROS_PER_MILLI);
	}

	// The exception must not say that nothing was sent, because jobs were reserved
	private void bury(List<Settlement> unreadable, String topic) {
		try {
			this.settle.execute(unreadable);
		}
		catch (DataAccessException ex) {
			throw new NoReplyException("Jobs of topic '" + topic + "' whose records cannot be read were reserved "
					+ "but could not be buried. All jobs of the reserve are handed back", ex);
		}
	}

	// The time counts from the arrival of the reply, which was sent after the script had
	// ended. A job that is held ahead for this time is therefore never early, however
	// long the reply was in transit.
	private static Duration untilReady(Instant time, long micros, long arrivedAt) {
		long nanos = TimeUnit.MICROSECONDS.toNanos(time.toEpochMilli() * MICROS_PER_MILLI - micros);
		return Duration.ofNanos(Math.max(0, arrivedAt + nanos - System.nanoTime()));
	}

	private static List<BuriedJob> buried(ScriptReply reply) {
		List<BuriedJob> buried = new ArrayList<>();
		while (reply.hasNext()) {
			String id = reply.nextText();
			int attempts = reply.nextInt();
			String host = reply.nextText();
			buried.add(new BuriedJob(id, attempts, new FailureReason(reply.nextText(), host)));
		}
		return buried;
	}

	// Page by page. One pass over the leases serves all tokens
	int handBack(PartitionKeys partition, Collection<String> tokens) {
		int count = 0;
		String cursor = "0";
		do {
			ScriptArguments arguments = new ScriptArguments(partition).add(cursor);
			tokens.forEach(arguments::add);
			ScriptReply reply = this.runner.run(RedisScript.HAND_BACK, partition, arguments);
			cursor = reply.nextText();
			count += reply.nextInt();
		}
		while (!cursor.equals("0"));
		return count;
	}

	private static String text(ReserveMode mode) {
		return switch (mode) {
			case PULL -> "pull";
			case LISTEN -> "listen";
			case LISTEN_ISOLATED -> "isolated";
		};
	}

	private static @Nullable Duration nextEvent(long micros) {
		return (micros < 0) ? null : Duration.of(micros, ChronoUnit.MICROS);
	}

	/**
	 * The answer of a partition. The time of the next event is meaningless if there is
	 * none.
	 */
	record Answer(ReserveResult result, long eventTime) {
	}

	/**
	 * Reads from the reply to a reserve which of the jobs were delivered before. The
	 * reply lists the indexes of these jobs in ascending order. Each index is followed by
	 * the kind of redelivery or, if the job is in failure handling, by its failures. For
	 * use by one thread.
	 */
	private static final class Redeliveries {

		private static final long NONE = -1;

		private static final long ISOLATED = 2;

		private final ScriptReply reply;

		private long next;

		private Redelivery redelivery = Redelivery.NONE;

		private @Nullable JobFailures failures;

		Redeliveries(ScriptReply reply) {
			this.reply = reply;
			this.next = index();
		}

		void moveTo(int index) {
			this.redelivery = Redelivery.NONE;
			this.failures = null;
			while (this.next == index) {
				Object value = this.reply.next();
				if (value instanceof byte[] text) {
					this.failures = JobFailuresCodec.parse(text);
				}
				else {
					this.redelivery = Long.valueOf(ISOLATED).equals(value) ? Redelivery.ISOLATED : Redelivery.REPEATED;
				}
				this.next = index();
			}
		}

		Redelivery redelivery() {
			return this.redelivery;
		}

		@Nullable JobFailures failures() {
			return this.failures;
		}

		private long index() {
			return this.reply.hasNext() ? this.reply.nextLong() : NONE;
		}

	}

}
