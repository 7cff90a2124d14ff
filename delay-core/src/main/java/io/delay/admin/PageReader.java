/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.delay.admin;

import java.util.ArrayList;
import java.util.List;

import io.delay.store.StoredJob;
import io.delay.store.admin.JobPage;
import io.delay.store.admin.JobPageRequest;
import io.delay.store.admin.JobPosition;
import io.delay.store.admin.JobStoreInspector;

/**
 * Reads a page of jobs in several calls, so that none of them blocks the store for more
 * than a few milliseconds.
 */
final class PageReader {

	/** The maximum number of jobs in one call. */
	static final int STEP = 100;

	private final JobStoreInspector inspector;

	PageReader(JobStoreInspector inspector) {
		this.inspector = inspector;
	}

	// Ends early if a call returns fewer jobs than requested, because of large payloads.
	JobPage read(JobPageRequest request) {
		List<StoredJob> jobs = new ArrayList<>();
		JobPosition position = request.after();
		int wanted;
		int found;
		do {
			wanted = Math.min(request.limit() - jobs.size(), STEP);
			JobPage page = this.inspector
				.page(new JobPageRequest(request.topic(), request.state(), request.order(), position, wanted));
			found = page.jobs().size();
			jobs.addAll(page.jobs());
			position = page.next();
		}
		while (position != null && found == wanted && jobs.size() < request.limit());
		return new JobPage(jobs, position);
	}

}
