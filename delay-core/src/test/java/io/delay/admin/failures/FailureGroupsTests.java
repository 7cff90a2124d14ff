// SPDX-License-Identifier: Apache-2.0

package io.delay.admin.failures;

import java.time.Instant;
import java.util.List;

import org.junit.jupiter.api.Test;

import io.delay.store.admin.FailedJob;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link FailureGroups}.
 */
class FailureGroupsTests {

	private static final Instant TIME = Instant.parse("2026-03-01T12:00:00Z");

	@Test
	void theLargestGroupComesFirst() {
		FailureGroups groups = FailureGroups
			.of(List.of(failure("f", 9, "a.B: 1"), failure("e", 8, "TTR of 5 ms elapsed"), failure("d", 7, "a.B: 22"),
					failure("c", 7, "a.C: 1"), failure("b", 6, "a.C: 2"), failure("a", 1, "a.B: 3")), false);
		assertThat(groups).isEqualTo(new FailureGroups(
				List.of(group("a.B: 1", "a.B", "#", 3, 1, 9, "f"), group("a.C: 1", "a.C", "#", 2, 6, 7, "c"),
						group("TTR of 7 ms elapsed", null, "TTR of # ms elapsed", 1, 8, 8, "e")),
				6, false));
	}

	@Test
	void latestOfEquallyLargeGroupsComesFirst() {
		FailureGroups groups = FailureGroups.of(List.of(failure("b", 2, "x.Y"), failure("a", 1, "a.B")), true);
		assertThat(groups.groups()).extracting(FailureGroup::exception).containsExactly("x.Y", "a.B");
		assertThat(groups.complete()).isTrue();
	}

	@Test
	void noFailuresHaveNoGroups() {
		assertThat(FailureGroups.of(List.of(), true)).isEqualTo(new FailureGroups(List.of(), 0, true));
	}

	private static FailedJob failure(String id, int second, String error) {
		return new FailedJob(id, TIME.plusSeconds(second), error, "1");
	}

	private static FailureGroup group(String error, String exception, String message, long count, int first, int last,
			String example) {
		return new FailureGroup(FailureCause.of(error).key(), exception, message, count, TIME.plusSeconds(first),
				TIME.plusSeconds(last), example);
	}

}
