// SPDX-License-Identifier: Apache-2.0

package io.delay.admin.failures;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.delay.store.admin.FailedJob;

/**
 * The failed jobs of a topic, grouped by the cause of their failure.
 *
 * @param groups the groups, the largest first; of equally large groups, the one with the
 * latest failure first
 * @param examined the number of failed jobs that were examined
 * @param complete {@code false} if there are older failed jobs, which were not examined
 * @since 0.1.0
 */
public record FailureGroups(List<FailureGroup> groups, long examined, boolean complete) {

	private static final Comparator<FailureGroup> LARGEST_FIRST = Comparator.comparingLong(FailureGroup::count)
		.thenComparing(FailureGroup::last)
		.reversed()
		.thenComparing(FailureGroup::cause);

	public FailureGroups {
		groups = List.copyOf(groups);
	}

	/**
	 * Group failed jobs.
	 * @param jobs the failures of the jobs, newest first
	 * @param complete whether these are all failed jobs
	 * @return the groups
	 */
	public static FailureGroups of(List<FailedJob> jobs, boolean complete) {
		Map<FailureCause, List<FailedJob>> causes = new LinkedHashMap<>();
		jobs.forEach(
				(job) -> causes.computeIfAbsent(FailureCause.of(job.error()), (unknown) -> new ArrayList<>()).add(job));
		List<FailureGroup> groups = new ArrayList<>();
		causes.forEach((cause, failures) -> groups.add(group(cause, failures)));
		groups.sort(LARGEST_FIRST);
		return new FailureGroups(groups, jobs.size(), complete);
	}

	private static FailureGroup group(FailureCause cause, List<FailedJob> jobs) {
		FailedJob newest = jobs.get(0);
		return new FailureGroup(cause.key(), cause.exception(), cause.message(), jobs.size(),
				jobs.get(jobs.size() - 1).time(), newest.time(), newest.id());
	}

}
