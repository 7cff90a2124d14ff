// SPDX-License-Identifier: Apache-2.0

package io.delay.store.admin;

import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

import org.jspecify.annotations.Nullable;

import io.delay.job.JobState;

/**
 * The status of a topic at one moment.
 *
 * @param counts the number of jobs in every state; all zero for an unknown topic
 * @param oldestReady how long the oldest ready job has been ready, {@code null} if none
 * is ready
 * @param pause when and by whom the topic was paused, {@code null} if it is not paused;
 * jobs of a paused topic are not handed out
 * @param dropped the number of failed jobs that retention has dropped so far
 * @param consumers the number of consumers, see
 * {@link JobStoreInspector#consumers(String)}; it may include consumers that are not
 * listed there, because they have not registered their details yet or exceed the maximum
 * @param partitionBytes the approximate size of each partition in the store, in bytes;
 * empty if it is unknown because the store has no partitions or its server does not
 * report it
 * @param estimated whether counts over 10,000 can be out of date, because the store does
 * not count that many jobs each time
 * @since 0.1.0
 */
public record TopicStatus(Map<JobState, Long> counts, @Nullable Duration oldestReady, @Nullable TopicPause pause,
		long dropped, long consumers, List<Long> partitionBytes, boolean estimated) {

	public TopicStatus {
		// Sort the states in the order of the life cycle for readability
		Map<JobState, Long> ordered = new EnumMap<>(JobState.class);
		ordered.putAll(counts);
		counts = Collections.unmodifiableMap(ordered);
		partitionBytes = List.copyOf(partitionBytes);
	}

	/**
	 * Create a status without partition sizes, whose counts are exact.
	 * @param counts the number of jobs in every state
	 * @param oldestReady how long the oldest ready job has been ready, {@code null} if
	 * none is ready
	 * @param pause when and by whom the topic was paused, {@code null} if it is not
	 * paused
	 * @param dropped the number of failed jobs that retention has dropped so far
	 * @param consumers the number of consumers
	 */
	public TopicStatus(Map<JobState, Long> counts, @Nullable Duration oldestReady, @Nullable TopicPause pause,
			long dropped, long consumers) {
		this(counts, oldestReady, pause, dropped, consumers, List.of(), false);
	}

	/**
	 * Return the approximate size of the largest partition.
	 * @return the size in bytes, empty if it is unknown
	 */
	public OptionalLong largestPartitionBytes() {
		return this.partitionBytes.stream().mapToLong(Long::longValue).max();
	}

	/**
	 * Whether the topic is paused.
	 * @return {@code true} if its jobs are not handed out until it is resumed
	 */
	public boolean paused() {
		return this.pause != null;
	}

	/**
	 * Return the number of jobs in one state.
	 * @return the number
	 */
	public long count(JobState state) {
		return this.counts.getOrDefault(state, 0L);
	}

	/**
	 * Whether the topic has neither jobs nor consumers.
	 * @return {@code true} if the topic can be forgotten
	 */
	public boolean isUnused() {
		return this.consumers == 0 && this.counts.values().stream().allMatch((count) -> count == 0);
	}

}
