// SPDX-License-Identifier: Apache-2.0

package io.delay.test.model;

import java.time.Duration;
import java.util.List;

import io.delay.job.JobPriority;

/**
 * What a random sequence is made of.
 *
 * @param topics how many topics
 * @param ids how many ids per topic
 * @param priorities the priorities, as often as they are wanted
 * @param submits the share of submits
 * @param work the share of everything else that workers do
 * @param administration the share of what people do
 * @param looks the share of what changes nothing
 * @param advances how far the clock moves between two steps, as often as wanted
 */
public record Mix(int topics, int ids, List<JobPriority> priorities, int submits, int work, int administration,
		int looks, List<Duration> advances) {

	private static final List<Duration> USUAL_ADVANCES = List.of(Duration.ZERO, Duration.ZERO, Duration.ZERO,
			Duration.ZERO, Duration.ofNanos(1000), Duration.ofNanos(400_000), Duration.ofNanos(999_000),
			Duration.ofMillis(1), Duration.ofMillis(2), Duration.ofMillis(5), Duration.ofMillis(900),
			Duration.ofMillis(1001), Duration.ofSeconds(10), Duration.ofSeconds(61), Duration.ofMinutes(14));

	private static final List<Duration> SHORT_ADVANCES = List.of(Duration.ZERO, Duration.ZERO, Duration.ofNanos(1000),
			Duration.ofNanos(250_000), Duration.ofNanos(500_000), Duration.ofNanos(750_000), Duration.ofMillis(1),
			Duration.ofMillis(3));

	private static final List<Duration> ADVANCES_AND_STEPS_BACK = List.of(Duration.ZERO, Duration.ZERO,
			Duration.ofNanos(400_000), Duration.ofMillis(5), Duration.ofMillis(1001), Duration.ofSeconds(10),
			Duration.ofSeconds(30), Duration.ofNanos(-1000), Duration.ofMillis(-1), Duration.ofMillis(-1500),
			Duration.ofSeconds(-20));

	private static final List<JobPriority> ALL = List.of(JobPriority.values());

	private static final List<JobPriority> MOSTLY_NORMAL = List.of(JobPriority.NORMAL, JobPriority.NORMAL,
			JobPriority.NORMAL, JobPriority.HIGH, JobPriority.LOW);

	public static final Mix EVERYTHING = new Mix(2, 5, MOSTLY_NORMAL, 4, 7, 3, 2, USUAL_ADVANCES);

	public static final Mix WORKERS = new Mix(1, 4, List.of(JobPriority.NORMAL), 4, 12, 1, 1, SHORT_ADVANCES);

	public static final Mix PRIORITIES = new Mix(1, 9, ALL, 8, 8, 1, 2, USUAL_ADVANCES);

	public static final Mix ADMINISTRATION = new Mix(1, 6, MOSTLY_NORMAL, 4, 4, 7, 4, USUAL_ADVANCES);

	public static final Mix STEPS_BACK = new Mix(1, 4, MOSTLY_NORMAL, 4, 7, 3, 2, ADVANCES_AND_STEPS_BACK);

	// With a clock that steps back, what the store in memory reckons with after a forget
	// has not been settled: Redis has lost the mark of the clock with the topic
	boolean forgets() {
		return this != STEPS_BACK;
	}

}
