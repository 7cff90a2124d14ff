// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.outage;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import io.delay.redis.HandledJobs;

/**
 * What became of the jobs that were submitted while connections broke.
 *
 * @param submitted how many submits there were
 * @param confirmed those whose submit returned
 * @param unknown those that may have been stored or not
 * @param refused those that were not stored
 * @param calls the calls of all handlers
 * @param left those that are in Redis at the end
 */
public record FaultOutcome(int submitted, Set<String> confirmed, Set<String> unknown, Set<String> refused,
		List<HandledJobs.Call> calls, Set<String> left) {

	/**
	 * Confirmed, and never handled.
	 */
	public Set<String> lost() {
		Set<String> lost = new HashSet<>(this.confirmed);
		lost.removeAll(handled());
		return lost;
	}

	/**
	 * Refused, and there all the same.
	 */
	public Set<String> storedThoughRefused() {
		Set<String> stored = new HashSet<>(this.refused);
		Set<String> there = handled();
		there.addAll(this.left);
		stored.retainAll(there);
		return stored;
	}

	/**
	 * Handled more than once.
	 */
	public Set<String> doubled() {
		Set<String> seen = new HashSet<>();
		return this.calls.stream().map(HandledJobs.Call::id).filter((id) -> !seen.add(id)).collect(Collectors.toSet());
	}

	/**
	 * Handled on another attempt than the first, or after a lease had run out.
	 */
	public Set<String> retried() {
		return this.calls.stream()
			.filter((call) -> call.attempt() > 1 || call.redelivered())
			.map(HandledJobs.Call::id)
			.collect(Collectors.toSet());
	}

	private Set<String> handled() {
		return this.calls.stream().map(HandledJobs.Call::id).collect(Collectors.toSet());
	}

}
