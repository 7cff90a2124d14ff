// SPDX-License-Identifier: Apache-2.0

package io.delay.store.history;

import java.util.List;

import org.springframework.util.Assert;

/**
 * A position between two pages of finished runs. The runs of each partition of a topic
 * have increasing numbers, even if the store's clock goes back.
 *
 * @param before for each partition in which runs are listed, the number at which or
 * before which its list continues, 1 or more; a store without partitions has one number
 * @since 0.1.0
 */
public record RunPosition(List<Long> before) {

	public RunPosition {
		Assert.notEmpty(before, "'before' must not be empty");
		before = List.copyOf(before);
		before
			.forEach((number) -> Assert.isTrue(number >= 1, () -> "Number " + number + " of a run must be 1 or more"));
	}

}
