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

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import org.junit.jupiter.api.Test;

import io.delay.job.JobState;
import io.delay.store.StoredJob;
import io.delay.store.admin.JobPage;
import io.delay.store.admin.JobPageRequest;
import io.delay.store.admin.JobPosition;
import io.delay.store.admin.JobStoreInspector;
import io.delay.store.admin.PageOrder;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Pages of jobs that are read in several calls.
 */
class PageReaderTests {

	private static final String TOPIC = "orders";

	private final StoreWithJobs jobs = new StoreWithJobs();

	private final List<Integer> limits = new ArrayList<>();

	private final PageReader reader = new PageReader(recording(this.jobs.store()));

	private JobStoreInspector recording(JobStoreInspector inspector) {
		return (JobStoreInspector) Proxy.newProxyInstance(getClass().getClassLoader(),
				new Class<?>[] { JobStoreInspector.class }, (proxy, method, arguments) -> {
					this.limits.add(((JobPageRequest) arguments[0]).limit());
					return method.invoke(inspector, arguments);
				});
	}

	private JobPage read(PageOrder order, JobPosition after, int limit) {
		return this.reader.read(new JobPageRequest(TOPIC, JobState.FAILED, order, after, limit));
	}

	@Test
	void largePageIsReadInSteps() {
		List<String> ids = this.jobs.failed(TOPIC, 350);
		JobPage page = read(PageOrder.OLDEST_FIRST, null, 250);
		assertThat(page.jobs()).extracting(StoredJob::id).containsExactlyElementsOf(ids.subList(0, 250));
		assertThat(this.limits).containsExactly(100, 100, 50);
		JobPage rest = read(PageOrder.OLDEST_FIRST, page.next(), 250);
		assertThat(rest.jobs()).extracting(StoredJob::id).containsExactlyElementsOf(ids.subList(250, 350));
		assertThat(rest.next()).isNull();
		assertThat(this.limits).containsExactly(100, 100, 50, 100);
	}

	@Test
	void orderIsThatOfTheRequest() {
		List<String> ids = new ArrayList<>(this.jobs.failed(TOPIC, 150));
		Collections.reverse(ids);
		assertThat(read(PageOrder.NEWEST_FIRST, null, 500).jobs()).extracting(StoredJob::id)
			.containsExactlyElementsOf(ids);
	}

	@Test
	void smallPageIsReadInOneStep() {
		this.jobs.failed(TOPIC, 20);
		assertThat(read(PageOrder.OLDEST_FIRST, null, 10).jobs()).hasSize(10);
		assertThat(this.limits).containsExactly(10);
	}

}
