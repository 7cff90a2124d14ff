// SPDX-License-Identifier: Apache-2.0

package io.delay.admin;

import java.lang.reflect.Proxy;
import java.time.Duration;
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
import io.delay.store.history.FinishedRun;
import io.delay.store.history.RunPage;
import io.delay.store.history.RunPageRequest;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Pages of jobs and of finished runs that are read in several calls.
 */
class PageReaderTests {

	private static final String TOPIC = "orders";

	private final StoreWithJobs jobs = new StoreWithJobs();

	private final List<Integer> limits = new ArrayList<>();

	private final JobStoreInspector inspector = recording(this.jobs.store());

	private final PageReader reader = new PageReader(this.inspector);

	private final DelayAdmin admin = new DelayAdmin(this.jobs.store(), this.inspector, this.jobs.store());

	private JobStoreInspector recording(JobStoreInspector inspector) {
		return (JobStoreInspector) Proxy.newProxyInstance(getClass().getClassLoader(),
				new Class<?>[] { JobStoreInspector.class }, (proxy, method, arguments) -> {
					this.limits.add((arguments[0] instanceof JobPageRequest request) ? request.limit()
							: ((RunPageRequest) arguments[0]).limit());
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

	@Test
	void largePageOfFinishedRunsIsReadInSteps() {
		List<String> ids = this.jobs.finished(TOPIC, 350);
		RunPage page = this.admin.jobs().history(TOPIC, null, 250);
		assertThat(page.runs()).extracting(FinishedRun::id).containsExactlyElementsOf(ids.subList(0, 250));
		assertThat(this.limits).containsExactly(100, 100, 50);
		RunPage rest = this.admin.jobs().history(TOPIC, page.next(), 250);
		assertThat(rest.runs()).extracting(FinishedRun::id).containsExactlyElementsOf(ids.subList(250, 350));
		assertThat(rest.next()).isNull();
		assertThat(this.limits).containsExactly(100, 100, 50, 100);
	}

	@Test
	void finishedRunsOfAnIdAreReadInSteps() {
		this.jobs.finished(TOPIC, 1);
		for (int i = 0; i < 150; i++) {
			this.jobs.waiting(TOPIC, "device-7", Duration.ZERO);
			this.jobs.template().cancel(TOPIC, "device-7");
		}
		RunPage page = this.admin.jobs().history(TOPIC, "device-7", null, 120);
		assertThat(page.runs()).hasSize(120).extracting(FinishedRun::id).containsOnly("device-7");
		assertThat(this.admin.jobs().history(TOPIC, "device-7", page.next(), 120).runs()).hasSize(30);
		assertThat(this.limits).containsExactly(100, 20, 100);
	}

}
