// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.inspect;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.delay.job.JobState;
import io.delay.redis.partition.PartitionKeys;
import io.delay.redis.partition.TopicPartitions;
import io.delay.redis.record.JobCodes;
import io.delay.redis.record.TopicPauseCodec;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptArguments;
import io.delay.redis.script.ScriptReply;
import io.delay.redis.script.ScriptRunner;
import io.delay.store.JobStore;
import io.delay.store.admin.TopicPause;
import io.delay.store.admin.TopicStatus;

/**
 * Reads the status of a topic from all its partitions.
 */
public final class StatusCommand {

	private static final Long UNKNOWN = -1L;

	private final ScriptRunner runner;

	public StatusCommand(ScriptRunner runner) {
		this.runner = runner;
	}

	// The sizes of the partitions take half as long as everything else together
	public TopicStatus execute(TopicPartitions topic, boolean sizes) {
		Map<JobState, Long> counts = new EnumMap<>(JobState.class);
		long oldestReady = -1;
		TopicPause pause = null;
		long dropped = 0;
		long consumers = 0;
		List<Long> bytes = new ArrayList<>();
		for (PartitionKeys partition : topic.all()) {
			ScriptReply reply = reply(partition, sizes);
			for (JobState state : JobCodes.states()) {
				counts.merge(state, reply.nextLong(), Long::sum);
			}
			oldestReady = Math.max(oldestReady, reply.nextLong());
			pause = first(pause, TopicPauseCodec.parse(reply.nextBytes()));
			dropped += reply.nextLong();
			consumers += reply.nextLong();
			bytes.add(reply.nextLong());
		}
		return new TopicStatus(counts, (oldestReady >= 0) ? Duration.ofMillis(oldestReady) : null, pause, dropped,
				consumers, bytes.contains(UNKNOWN) ? List.of() : bytes, false);
	}

	private ScriptReply reply(PartitionKeys partition, boolean sizes) {
		return this.runner.run(RedisScript.STATUS, partition,
				new ScriptArguments(partition).add(JobStore.CONSUMER_EXPIRY).add(sizes ? 1 : 0));
	}

	private static @Nullable TopicPause first(@Nullable TopicPause one, @Nullable TopicPause other) {
		if (one == null || other == null) {
			return (one != null) ? one : other;
		}
		return other.since().isBefore(one.since()) ? other : one;
	}

}
