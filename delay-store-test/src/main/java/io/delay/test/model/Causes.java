// SPDX-License-Identifier: Apache-2.0

package io.delay.test.model;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import io.delay.admin.DelayAdmin;
import io.delay.admin.bulk.BulkPosition;
import io.delay.admin.bulk.BulkRequest;
import io.delay.admin.bulk.BulkResult;
import io.delay.admin.failures.FailureCause;
import io.delay.admin.failures.FailureGroup;
import io.delay.admin.failures.FailureGroups;
import io.delay.job.JobState;
import io.delay.store.StoredJob;
import io.delay.store.admin.JobPage;
import io.delay.store.admin.JobPageRequest;
import io.delay.store.admin.JobPosition;
import io.delay.store.admin.PageOrder;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What an operator sees of failed jobs by cause, and does to those of one cause. It is
 * also compared with the failed jobs themselves.
 */
public interface Causes extends Operation {

	private static List<StoredJob> failedJobs(ModelledStore store, String topic) {
		List<StoredJob> jobs = new ArrayList<>();
		JobPosition next = null;
		do {
			JobPage page = store.inspector()
				.page(new JobPageRequest(topic, JobState.FAILED, PageOrder.NEWEST_FIRST, next, 100));
			jobs.addAll(page.jobs());
			next = page.next();
		}
		while (next != null);
		return jobs;
	}

	private static String cause(StoredJob job) {
		return FailureCause.of(Objects.requireNonNull(job.failures()).last().error()).key();
	}

	/**
	 * The failed jobs are grouped.
	 */
	record Groups(String topic) implements Causes {

		@Override
		public void run(Session session) {
			session.both((store) -> {
				FailureGroups groups = session.admin(store).bulk().failureGroups(this.topic);
				Map<String, List<StoredJob>> jobs = failedJobs(store, this.topic).stream()
					.collect(Collectors.groupingBy(Causes::cause));
				assertThat(groups.groups()).as("Causes")
					.extracting(FailureGroup::cause)
					.containsExactlyInAnyOrderElementsOf(jobs.keySet());
				groups.groups().forEach((group) -> {
					List<StoredJob> newestFirst = Objects.requireNonNull(jobs.get(group.cause()));
					assertThat(group.count()).as("Jobs of cause %s", group.cause()).isEqualTo(newestFirst.size());
					assertThat(group.example()).isEqualTo(newestFirst.get(0).id());
					assertThat(group.last()).isEqualTo(newestFirst.get(0).time());
					assertThat(group.first()).isEqualTo(newestFirst.get(newestFirst.size() - 1).time());
				});
				assertThat(groups.complete()).isTrue();
				return groups;
			});
		}

	}

	/**
	 * The jobs of a cause are kicked or, without a spread, cancelled: as many as one call
	 * may change, of those that had failed before the first call.
	 */
	record Change(String topic, int group, @Nullable Duration spread, int limit) implements Causes {

		@Override
		public void run(Session session) {
			session.both((store) -> {
				List<FailureGroup> groups = session.admin(store).bulk().failureGroups(this.topic).groups();
				String cause = groups.isEmpty() ? "none" : groups.get(this.group % groups.size()).cause();
				return new Unfinished(cause, this.spread, null).next(session, store, this.topic, this.limit);
			});
		}

	}

	/**
	 * Such an operation is continued after other operations.
	 */
	record Continue(String topic, int limit) implements Causes {

		@Override
		public void run(Session session) {
			session.both((store) -> {
				Unfinished unfinished = session.unfinished(store, this.topic);
				return (unfinished != null) ? unfinished.next(session, store, this.topic, this.limit) : "nothing";
			});
		}

	}

	/**
	 * An operation on the jobs of a cause between two of its calls.
	 *
	 * @param cause the key of the cause
	 * @param spread over which time jobs are kicked, {@code null} if they are cancelled
	 * @param after where the next call continues, {@code null} for the first call
	 */
	record Unfinished(String cause, @Nullable Duration spread, @Nullable BulkPosition after) {

		BulkResult next(Session session, ModelledStore store, String topic, int limit) {
			List<StoredJob> failed = failedJobs(store, topic);
			List<StoredJob> oldestFirst = new ArrayList<>(failed.stream().filter(this::matches).toList());
			Collections.reverse(oldestFirst);
			long left = (this.after != null) ? this.after.left() : oldestFirst.size();
			Set<String> changing = oldestFirst.stream()
				.limit(Math.min(left, limit))
				.map(StoredJob::id)
				.collect(Collectors.toSet());
			JobsBefore before = JobsBefore.read(store, topic, failed.stream().map(StoredJob::id).toList());
			BulkResult result = call(session.admin(store), topic, new BulkRequest(this.after, limit));
			assertThat(result.jobs()).as("Changed jobs").isEqualTo(changing.size());
			before.assertChanged((job) -> changing.contains(job.id()),
					(this.spread != null) ? JobsBefore.WAITING : Set.of());
			BulkPosition next = result.next();
			session.unfinished(store, topic, (next != null) ? new Unfinished(this.cause, this.spread, next) : null);
			return result;
		}

		private boolean matches(StoredJob job) {
			Instant until = (this.after != null) ? this.after.until() : null;
			return Causes.cause(job).equals(this.cause) && (until == null || !job.time().isAfter(until));
		}

		private BulkResult call(DelayAdmin admin, String topic, BulkRequest request) {
			return (this.spread != null) ? admin.bulk().kickGroup(topic, this.cause, this.spread, request)
					: admin.bulk().cancelGroup(topic, this.cause, request);
		}

	}

}
