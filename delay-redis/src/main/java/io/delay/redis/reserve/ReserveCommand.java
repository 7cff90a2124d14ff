/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.delay.redis.reserve;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.delay.redis.partition.PartitionKeys;
import io.delay.redis.record.JobRecordCodec;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptArguments;
import io.delay.redis.script.ScriptRunner;
import io.delay.redis.settle.SettleCommand;
import io.delay.redis.topic.TopicRegistry;
import io.delay.store.BuriedJob;
import io.delay.store.FailureReason;
import io.delay.store.JobRecord;
import io.delay.store.Lease;
import io.delay.store.LeaseTerms;
import io.delay.store.Redelivery;
import io.delay.store.ReserveMode;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.ReservedJob;
import io.delay.store.Settlement;

/**
 * Asks Redis for ready jobs. One whose record the script took for good but that cannot be
 * read here is buried.
 */
public final class ReserveCommand {

	private static final long MICROS_PER_MILLI = 1000;

	private static final int FIRST_JOB = 4;

	private static final int REPLY_WIDTH = 7;

	private static final int BURIED_WIDTH = 4;

	private final ScriptRunner runner;

	private final TopicRegistry topics;

	private final SettleCommand settle;

	public ReserveCommand(ScriptRunner runner, TopicRegistry topics, SettleCommand settle) {
		this.runner = runner;
		this.topics = topics;
		this.settle = settle;
	}

	PartitionAnswer execute(PartitionKeys partition, ReserveRequest request) {
		ScriptArguments arguments = new ScriptArguments(partition).add(request.token())
			.add(request.limit())
			.add(request.ttr())
			.add(request.maxAttempts())
			.add(ReserveRequest.MAX_PAYLOAD_BYTES)
			.add(text(request.mode()));
		List<Object> reply = this.topics.use(partition,
				() -> this.runner.run(RedisScript.RESERVE, partition, arguments));
		long start = (Long) reply.get(0);
		List<ReservedJob> jobs = new ArrayList<>();
		List<BuriedJob> buried = buried((List<?>) reply.get(2));
		List<?> redelivered = (List<?>) reply.get(3);
		int next = 1;
		List<Settlement> unreadable = new ArrayList<>();
		for (int at = FIRST_JOB; at < reply.size(); at += REPLY_WIDTH) {
			Lease lease = new Lease(request.topic(), text(reply.get(at)), request.token());
			JobRecord record = JobRecordCodec.decode((byte[]) reply.get(at + 1));
			Redelivery redelivery = Redelivery.NONE;
			if (next < redelivered.size() && (Long) redelivered.get(next) == (at - FIRST_JOB) / REPLY_WIDTH) {
				redelivery = ((Long) redelivered.get(next + 1) == 2) ? Redelivery.ISOLATED : Redelivery.REPEATED;
				next += 2;
			}
			if (record != null) {
				jobs.add(reservedJob(lease, record, start, redelivery, reply.subList(at + 2, at + REPLY_WIDTH)));
			}
			else {
				FailureReason reason = new FailureReason("The record of the job cannot be read", "redis");
				unreadable.add(new Settlement.Bury(lease, reason));
				buried.add(new BuriedJob(lease.id(), ((Long) reply.get(at + 2)).intValue(), reason));
			}
		}
		if (!unreadable.isEmpty()) {
			this.settle.execute(unreadable);
		}
		long nextEvent = (Long) reply.get(1);
		return new PartitionAnswer(new ReserveResult(jobs, nextEvent(nextEvent), buried, (Long) redelivered.get(0) > 0),
				start + nextEvent / MICROS_PER_MILLI);
	}

	private static List<BuriedJob> buried(List<?> reply) {
		List<BuriedJob> buried = new ArrayList<>();
		for (int at = 0; at < reply.size(); at += BURIED_WIDTH) {
			buried.add(new BuriedJob(text(reply.get(at)), ((Long) reply.get(at + 1)).intValue(),
					new FailureReason(text(reply.get(at + 3)), text(reply.get(at + 2)))));
		}
		return buried;
	}

	private static String text(ReserveMode mode) {
		return switch (mode) {
			case PULL -> "pull";
			case LISTEN -> "listen";
			case LISTEN_ISOLATED -> "isolated";
		};
	}

	private static ReservedJob reservedJob(Lease lease, JobRecord record, long start, Redelivery redelivery,
			List<Object> terms) {
		long ttr = (Long) terms.get(3);
		return new ReservedJob(lease,
				new LeaseTerms(((Long) terms.get(0)).intValue(), ((Long) terms.get(1)).intValue(),
						Duration.ofMillis(ttr), Instant.ofEpochMilli(start + ttr), redelivery),
				Instant.ofEpochMilli((Long) terms.get(4)), Instant.ofEpochMilli((Long) terms.get(2)), record);
	}

	private static @Nullable Duration nextEvent(long micros) {
		return (micros < 0) ? null : Duration.of(micros, ChronoUnit.MICROS);
	}

	private static String text(Object bytes) {
		return new String((byte[]) bytes, StandardCharsets.UTF_8);
	}

}
