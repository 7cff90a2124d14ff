// SPDX-License-Identifier: Apache-2.0

package io.delay.store.history;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A page of finished runs, newest first. Runs that finish while pages are read do not
 * appear on later pages. A store may search the runs of one id only among the newest
 * {@value RunPageRequest#MAX_EXAMINED} runs of its partition; then the page says how far
 * it looked, and the next page looks further. If the store's clock went back, runs that
 * finished before that may have later times than the runs that they follow.
 *
 * @param runs the runs; on a page that is not the last one, there can be none if many
 * runs in succession cannot be read or have other ids
 * @param next the position after which the next page starts, {@code null} if this is the
 * last page
 * @param searchedBackTo if older runs were not searched for the id, the time of the
 * newest of them, otherwise {@code null}
 * @since 0.1.0
 */
public record RunPage(List<FinishedRun> runs, @Nullable RunPosition next, @Nullable Instant searchedBackTo) {

	public RunPage {
		runs = List.copyOf(runs);
	}

	/**
	 * Create a page for which no run was left out of the search.
	 * @param next the position after which the next page starts, {@code null} if this is
	 * the last page
	 */
	public RunPage(List<FinishedRun> runs, @Nullable RunPosition next) {
		this(runs, next, null);
	}

}
