// SPDX-License-Identifier: Apache-2.0

package io.delay.store.admin;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.delay.store.StoredJob;

/**
 * A page of the jobs of a topic that are in one state. Jobs that change state between two
 * pages may be missing or appear twice; all others appear once.
 *
 * @param next the position after which the next page starts, {@code null} if this is the
 * last page
 * @since 0.1.0
 */
public record JobPage(List<StoredJob> jobs, @Nullable JobPosition next) {

	public JobPage {
		jobs = List.copyOf(jobs);
	}

}
