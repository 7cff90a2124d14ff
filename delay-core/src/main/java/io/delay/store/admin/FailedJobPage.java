// SPDX-License-Identifier: Apache-2.0

package io.delay.store.admin;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A page of the failures of a topic, newest first.
 *
 * @param jobs the failures
 * @param next the position after which the next page starts, {@code null} if this is the
 * last page
 * @since 0.1.0
 */
public record FailedJobPage(List<FailedJob> jobs, @Nullable JobPosition next) {

	public FailedJobPage {
		jobs = List.copyOf(jobs);
	}

}
