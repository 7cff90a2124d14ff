// SPDX-License-Identifier: Apache-2.0

package io.delay.admin;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

import io.delay.store.StoredJob;
import io.delay.store.admin.JobPage;
import io.delay.store.admin.JobPageRequest;
import io.delay.store.admin.JobPosition;
import io.delay.store.admin.JobStoreInspector;
import io.delay.store.history.FinishedRun;
import io.delay.store.history.RunPage;
import io.delay.store.history.RunPageRequest;
import io.delay.store.history.RunPosition;

/**
 * Reads a page of jobs or of finished runs in several calls, so that none of them blocks
 * the store for more than a few milliseconds.
 */
final class PageReader {

	static final int STEP = 100;

	private final JobStoreInspector inspector;

	PageReader(JobStoreInspector inspector) {
		this.inspector = inspector;
	}

	JobPage read(JobPageRequest request) {
		List<StoredJob> jobs = new ArrayList<>();
		JobPosition next = readInSteps(jobs, request.after(), request.limit(), (after, limit) -> {
			JobPage page = this.inspector
				.page(new JobPageRequest(request.topic(), request.state(), request.order(), after, limit));
			return new Part<>(page.jobs(), page.next());
		});
		return new JobPage(jobs, next);
	}

	RunPage read(RunPageRequest request) {
		List<FinishedRun> runs = new ArrayList<>();
		AtomicReference<@Nullable Instant> searchedBackTo = new AtomicReference<>();
		RunPosition next = readInSteps(runs, request.after(), request.limit(), (after, limit) -> {
			RunPage page = this.inspector.runs(new RunPageRequest(request.topic(), request.id(), after, limit));
			searchedBackTo.set(page.searchedBackTo());
			return new Part<>(page.runs(), page.next());
		});
		return new RunPage(runs, next, searchedBackTo.get());
	}

	// Ends early if a call returns fewer entries than requested: payloads can be large,
	// and runs can be unreadable.
	private static <E, P> @Nullable P readInSteps(List<E> entries, @Nullable P after, int limit, Step<E, P> step) {
		P position = after;
		int wanted;
		Part<E, P> part;
		do {
			wanted = Math.min(limit - entries.size(), STEP);
			part = step.read(position, wanted);
			entries.addAll(part.entries());
			position = part.next();
		}
		while (position != null && part.entries().size() == wanted && entries.size() < limit);
		return position;
	}

	private interface Step<E, P> {

		Part<E, P> read(@Nullable P after, int limit);

	}

	private record Part<E, P>(List<E> entries, @Nullable P next) {

	}

}
