// SPDX-License-Identifier: Apache-2.0

package io.delay.test.model;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import io.delay.job.JobState;
import io.delay.store.StoredJob;
import io.delay.store.admin.FailedJobPage;
import io.delay.store.admin.ForecastRequest;
import io.delay.store.admin.JobPage;
import io.delay.store.admin.JobPageRequest;
import io.delay.store.admin.JobPosition;
import io.delay.store.admin.JobStoreInspector;
import io.delay.store.admin.PageOrder;
import io.delay.store.admin.TopicStatus;
import io.delay.store.history.FinishedRun;
import io.delay.store.history.JobLife;
import io.delay.store.history.RunPage;
import io.delay.store.history.RunPageRequest;
import io.delay.store.history.RunPosition;
import io.delay.test.store.StoreAudit;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What changes nothing.
 */
public interface Look extends Operation {

	/**
	 * A job is looked up.
	 */
	record Find(String topic, String id) implements Look {

		@Override
		public void run(Session session) {
			session.both((store) -> store.inspector().find(this.topic, this.id));
		}

	}

	/**
	 * The jobs are counted.
	 */
	record Status(String topic) implements Look {

		@Override
		public void run(Session session) {
			session.both((store) -> withoutSizes(store.inspector().status(this.topic)));
		}

		// Not all stores know them
		static TopicStatus withoutSizes(TopicStatus status) {
			return new TopicStatus(status.counts(), status.oldestReady(), status.pause(), status.dropped(),
					status.consumers());
		}

	}

	/**
	 * The jobs of a state are listed page by page.
	 */
	record Walk(String topic, JobState state, PageOrder order, int limit) implements Look {

		@Override
		public void run(Session session) {
			JobPosition next = null;
			do {
				JobPageRequest request = new JobPageRequest(this.topic, this.state, this.order, next, this.limit);
				JobPage page = session.both((store) -> store.inspector().page(request));
				next = page.next();
			}
			while (next != null);
		}

	}

	/**
	 * One page from somewhere on.
	 */
	record Page(String topic, JobState state, PageOrder order, Due after, String id, int limit) implements Look {

		@Override
		public void run(Session session) {
			long millis = session.now().plus(this.after.offset()).toEpochMilli();
			JobPageRequest request = new JobPageRequest(this.topic, this.state, this.order,
					new JobPosition(Instant.ofEpochMilli(millis), this.id), this.limit);
			session.both((store) -> store.inspector().page(request));
		}

	}

	/**
	 * The failures are listed page by page.
	 */
	record Failures(String topic, int limit) implements Look {

		@Override
		public void run(Session session) {
			JobPosition next = null;
			do {
				JobPosition after = next;
				FailedJobPage page = session.both((store) -> Administration
					.withoutVersions(store.inspector().failures(this.topic, after, this.limit)));
				next = page.next();
			}
			while (next != null);
		}

	}

	/**
	 * Finished runs are listed, from where the last such step stopped.
	 */
	record Runs(String topic, @Nullable String id, int limit, int pages) implements Look {

		@Override
		public void run(Session session) {
			String list = this.topic + " " + this.id;
			for (int i = 0; i < this.pages; i++) {
				session.both((store) -> {
					RunPageRequest request = new RunPageRequest(this.topic, this.id, session.runPosition(store, list),
							this.limit);
					RunPage page = store.inspector().runs(request);
					session.runPosition(store, list, page.next());
					return page;
				});
			}
		}

	}

	/**
	 * A job is looked up with its finished runs, which are those of its id among all
	 * runs.
	 */
	record Life(String topic, String id) implements Look {

		// A page may end early from 256 KB on, the records of its runs included
		private static final int LARGE = 250_000;

		@Override
		public void run(Session session) {
			session.both((store) -> {
				Optional<JobLife> life = session.admin(store).jobs().life(this.topic, this.id);
				List<FinishedRun> found = life.map(JobLife::runs).orElse(List.of());
				List<FinishedRun> all = runs(store.inspector(), null);
				assertThat(shown(life.map(JobLife::job))).as("Job")
					.isEqualTo(shown(store.inspector().find(this.topic, this.id)));
				assertThat(Readable.of(found)).as("Runs of '%s'", this.id)
					.isEqualTo(Readable.of(expected(all, found.size())));
				assertThat(Readable.of(runs(store.inspector(), this.id))).as("All runs of '%s'", this.id)
					.isEqualTo(Readable.of(all));
				return life;
			});
		}

		// All of them, or the newest ones if their payloads are large
		private static List<FinishedRun> expected(List<FinishedRun> all, int found) {
			long bytes = all.stream()
				.map(FinishedRun::record)
				.filter(Objects::nonNull)
				.mapToLong((record) -> record.payload().length)
				.sum();
			return (bytes > LARGE) ? all.subList(0, Math.max(1, Math.min(found, all.size()))) : all;
		}

		private static String shown(Optional<StoredJob> job) {
			return Readable.of(job) + " " + job.map(StoredJob::version) + " " + job.map(StoredJob::holder);
		}

		private List<FinishedRun> runs(JobStoreInspector inspector, @Nullable String wanted) {
			List<FinishedRun> runs = new ArrayList<>();
			RunPosition next = null;
			do {
				RunPage page = inspector.runs(new RunPageRequest(this.topic, wanted, next, 100));
				page.runs().stream().filter((run) -> run.id().equals(this.id)).forEach(runs::add);
				next = page.next();
			}
			while (next != null);
			return runs.subList(0, Math.min(runs.size(), JobLife.MAX_RUNS));
		}

	}

	/**
	 * The waiting jobs are counted by interval.
	 */
	record Forecast(String topic, Due from, Duration interval, int intervals) implements Look {

		@Override
		public void run(Session session) {
			ForecastRequest request = new ForecastRequest(this.topic, session.now().plus(this.from.offset()),
					this.interval, this.intervals);
			session.both((store) -> store.inspector().forecast(request));
		}

	}

	/**
	 * What happened is added up.
	 */
	record Throughput(String topic) implements Look {

		@Override
		public void run(Session session) {
			session.both((store) -> store.inspector().throughput(this.topic));
		}

	}

	/**
	 * Both stores are audited, and are in order.
	 */
	record Audit(String topic) implements Look {

		@Override
		public void run(Session session) {
			assertInOrder("memory", session.memory().inspector());
			assertInOrder("the tested store", session.tested().inspector());
		}

		private void assertInOrder(String name, JobStoreInspector inspector) {
			assertThat(StoreAudit.of(inspector, this.topic).findings()).as("What an audit of %s finds", name).isEmpty();
		}

	}

}
