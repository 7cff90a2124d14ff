// SPDX-License-Identifier: Apache-2.0

package io.delay.test.model;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.delay.job.DueTime;
import io.delay.job.JobState;
import io.delay.store.FailureReason;
import io.delay.store.StoredJob;
import io.delay.store.admin.EditResult;
import io.delay.store.admin.FailedJob;
import io.delay.store.admin.FailedJobPage;
import io.delay.store.admin.FailedRetention;
import io.delay.store.admin.ForgetResult;
import io.delay.store.admin.JobEdit;
import io.delay.store.admin.Operator;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a person does to jobs.
 */
public interface Administration extends Operation {

	// Each store has its own versions
	static FailedJobPage withoutVersions(FailedJobPage page) {
		return new FailedJobPage(
				page.jobs().stream().map((job) -> new FailedJob(job.id(), job.time(), job.error(), "-")).toList(),
				page.next());
	}

	/**
	 * Jobs are kicked.
	 */
	record Kick(String topic, List<String> ids, Due due) implements Administration {

		@Override
		public void run(Session session) {
			session.both((store) -> JobsBefore.read(store, this.topic, this.ids)
				.assertChanged(store.administrator().kick(this.topic, this.ids, this.due.from(session.now())),
						Set.of(JobState.FAILED), JobsBefore.WAITING));
		}

	}

	/**
	 * The oldest jobs are kicked.
	 */
	record KickOldest(String topic, int limit, Due due) implements Administration {

		@Override
		public void run(Session session) {
			session.both(
					(store) -> store.administrator().kickOldest(this.topic, this.limit, this.due.from(session.now())));
		}

	}

	/**
	 * Jobs are buried while they wait.
	 */
	record Bury(String topic, List<String> ids, int error) implements Administration {

		@Override
		public void run(Session session) {
			FailureReason reason = new FailureReason("not wanted\n" + this.error, "console");
			session.both((store) -> JobsBefore.read(store, this.topic, this.ids)
				.assertChanged(store.administrator().bury(this.topic, this.ids, reason), JobsBefore.WAITING,
						Set.of(JobState.FAILED)));
		}

	}

	/**
	 * Jobs are cancelled together.
	 */
	record Cancel(String topic, List<String> ids) implements Administration {

		@Override
		public void run(Session session) {
			session.both((store) -> JobsBefore.read(store, this.topic, this.ids)
				.assertChanged(store.administrator().cancel(this.topic, this.ids), Set.of(JobState.values()),
						Set.of()));
		}

	}

	/**
	 * Jobs are given the same due time.
	 */
	record Reschedule(String topic, List<String> ids, Due due) implements Administration {

		@Override
		public void run(Session session) {
			session.both((store) -> JobsBefore.read(store, this.topic, this.ids)
				.assertChanged(store.administrator().reschedule(this.topic, this.ids, this.due.from(session.now())),
						JobsBefore.WAITING, JobsBefore.WAITING));
		}

	}

	/**
	 * A job is edited, with the version that was read earlier or now. What has visibly
	 * changed since then must not be edited.
	 */
	record Edit(String topic, String id, boolean early, @Nullable String payload,
			@Nullable Due due) implements Administration {

		@Override
		public void run(Session session) {
			session.both((store) -> {
				Optional<StoredJob> now = store.inspector().find(this.topic, this.id);
				Optional<StoredJob> before = session.readBefore(store, this.topic, this.id, now);
				Optional<StoredJob> read = this.early ? before : now;
				boolean unchanged = Readable.of(read).equals(Readable.of(now));
				Optional<String> version = (unchanged ? now : read).map(StoredJob::version);
				JobEdit edit = edit(version.orElse("none"), session);
				EditResult result = store.administrator().edit(this.topic, this.id, edit);
				assertThat(result.status() == EditResult.Status.EDITED).as("Edited")
					.isEqualTo(unchanged && version.isPresent());
				return result;
			});
		}

		// At least one of the two is set
		private JobEdit edit(String version, Session session) {
			DueTime dueTime = (this.due != null) ? this.due.from(session.now()) : null;
			if (this.payload == null) {
				return JobEdit.ofDueTime(version, Objects.requireNonNull(dueTime));
			}
			JobEdit edit = JobEdit.ofPayload(version, this.payload.getBytes(StandardCharsets.UTF_8));
			return (dueTime != null) ? edit.withDueTime(dueTime) : edit;
		}

	}

	/**
	 * The failed jobs that were read now or earlier are kicked or cancelled, unless they
	 * have changed.
	 */
	record Unchanged(String topic, boolean early, @Nullable Due due) implements Administration {

		@Override
		public void run(Session session) {
			session.both((store) -> {
				List<FailedJob> now = store.inspector().failures(this.topic, null, 100).jobs();
				List<FailedJob> before = session.failuresBefore(store, this.topic, now);
				List<FailedJob> jobs = this.early ? before : now;
				int changed = (this.due == null) ? store.administrator().cancelUnchanged(this.topic, jobs)
						: store.administrator()
							.kickUnchanged(this.topic, jobs,
									jobs.stream().map((job) -> this.due.from(session.now())).toList());
				assertThat(changed).isEqualTo(jobs.stream().filter(now::contains).count());
				return changed;
			});
		}

	}

	/**
	 * Jobs are purged.
	 */
	record Purge(String topic, JobState state, int limit) implements Administration {

		@Override
		public void run(Session session) {
			session.purgeSome(this.topic, this.state, this.limit);
		}

	}

	/**
	 * All jobs of a state are purged at once, or all jobs of the topic.
	 */
	record PurgeAtOnce(String topic, Set<JobState> states) implements Administration {

		@Override
		public void run(Session session) {
			session.purgeAtOnce(this.topic, this.states);
		}

	}

	/**
	 * Failed jobs are dropped.
	 */
	record Drop(String topic, FailedRetention retention, int limit) implements Administration {

		@Override
		public void run(Session session) {
			session.both((store) -> store.administrator().dropFailed(this.topic, this.retention, this.limit));
		}

	}

	/**
	 * A topic is paused.
	 */
	record Pause(String topic, String operator) implements Administration {

		@Override
		public void run(Session session) {
			session.both((store) -> store.administrator().pause(this.topic, new Operator(this.operator)));
		}

	}

	/**
	 * A topic is resumed.
	 */
	record Resume(String topic) implements Administration {

		@Override
		public void run(Session session) {
			session.both((store) -> store.administrator().resume(this.topic));
		}

	}

	/**
	 * A topic is forgotten, maybe after all of its jobs were purged.
	 */
	record Forget(String topic, boolean purged) implements Administration {

		private static final int ALL = 500;

		@Override
		public void run(Session session) {
			if (this.purged) {
				for (JobState state : JobState.values()) {
					session.purgeSome(this.topic, state, ALL);
				}
			}
			session.both((store) -> {
				ForgetResult result = store.administrator().forget(this.topic);
				session.forgetRunPositions();
				return new ForgetResult(result.forgotten(), Look.Status.withoutSizes(result.found()));
			});
		}

	}

}
