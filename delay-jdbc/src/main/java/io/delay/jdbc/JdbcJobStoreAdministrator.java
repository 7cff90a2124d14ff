// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

import org.springframework.dao.CannotAcquireLockException;
import org.springframework.util.Assert;

import io.delay.jdbc.inspect.TopicStatusReader;
import io.delay.jdbc.session.UnknownOutcomeException;
import io.delay.jdbc.table.JobColumns;
import io.delay.jdbc.work.Administering;
import io.delay.jdbc.work.Work;
import io.delay.jdbc.work.Works;
import io.delay.job.DueTime;
import io.delay.job.JobState;
import io.delay.store.FailureReason;
import io.delay.store.OutcomeUnknownException;
import io.delay.store.admin.EditResult;
import io.delay.store.admin.FailedJob;
import io.delay.store.admin.FailedRetention;
import io.delay.store.admin.ForgetResult;
import io.delay.store.admin.JobCopies;
import io.delay.store.admin.JobEdit;
import io.delay.store.admin.JobStoreAdministrator;
import io.delay.store.admin.Operator;
import io.delay.store.admin.TopicStatus;
import io.delay.store.life.JobAdministration;

/**
 * Changes the jobs of a {@link JdbcJobStore} on behalf of operators. Cancel and
 * reschedule take part in a transaction of the calling thread. All other operations have
 * transactions of their own.
 *
 * @since 0.1.0
 */
public final class JdbcJobStoreAdministrator implements JobStoreAdministrator {

	private final JdbcDatabase database;

	/**
	 * Create an administrator.
	 * @param database the database of the store
	 */
	public JdbcJobStoreAdministrator(JdbcDatabase database) {
		Assert.notNull(database, "'database' must not be null");
		this.database = database;
	}

	@Override
	public List<Optional<JobState>> kick(String topic, List<String> ids, DueTime dueTime) {
		return change("kick", topic, ids, JobColumns.PLAIN, (jobs) -> jobs.kick(ids, dueTime));
	}

	@Override
	public int kickOldest(String topic, int limit, DueTime dueTime) {
		return change("kickOldest", topic, List.of(), (jobs) -> jobs.kickOldest(limit, dueTime));
	}

	@Override
	public int kickUnchanged(String topic, List<FailedJob> jobs, List<DueTime> dueTimes) {
		return change("kickUnchanged", topic, idsOf(jobs), JobColumns.PLAIN,
				(found) -> found.kickUnchanged(jobs, dueTimes));
	}

	@Override
	public int cancelUnchanged(String topic, List<FailedJob> jobs) {
		return change("cancelUnchanged", topic, idsOf(jobs), JobColumns.PAYLOAD,
				(found) -> found.cancelUnchanged(jobs));
	}

	private static List<String> idsOf(List<FailedJob> jobs) {
		return jobs.stream().map(FailedJob::id).toList();
	}

	@Override
	public List<Optional<JobState>> bury(String topic, List<String> ids, FailureReason reason) {
		return change("bury", topic, ids, JobColumns.DETAILS, (jobs) -> jobs.bury(ids, reason));
	}

	@Override
	public List<Optional<JobState>> cancel(String topic, List<String> ids) {
		return change("cancel", topic, ids,
				(jobs) -> jobs.joining(ids, JobColumns.PAYLOAD, (found) -> found.cancel(ids)));
	}

	@Override
	public List<Optional<JobState>> reschedule(String topic, List<String> ids, DueTime dueTime) {
		return change("reschedule", topic, ids,
				(jobs) -> jobs.joining(ids, JobColumns.PLAIN, (found) -> found.reschedule(ids, dueTime)));
	}

	@Override
	public EditResult edit(String topic, String id, JobEdit edit) {
		return change("edit", topic, List.of(id), (jobs) -> jobs.edit(id, edit));
	}

	@Override
	public int purge(String topic, JobState state, int limit) {
		return change("purge", topic, List.of(), (jobs) -> jobs.purge(state, limit));
	}

	@Override
	public int dropFailed(String topic, FailedRetention retention, int limit) {
		return change("dropFailed", topic, List.of(), (jobs) -> jobs.dropFailed(retention, limit));
	}

	@Override
	public Set<String> insert(JobCopies jobs) {
		return change("insert", jobs.topic(), jobs.ids(), (found) -> found.insert(jobs));
	}

	@Override
	public Set<String> removeUnchanged(JobCopies jobs) {
		return change("removeUnchanged", jobs.topic(), jobs.ids(), JobColumns.ALL,
				(found) -> found.removeUnchanged(jobs));
	}

	@Override
	public boolean pause(String topic, Operator operator) {
		return change("pause", topic, List.of(), (jobs) -> jobs.pause(operator));
	}

	@Override
	public boolean resume(String topic) {
		return change("resume", topic, List.of(), Administering::resume);
	}

	@Override
	public ForgetResult forget(String topic) {
		return change("forget", topic, List.of(), (jobs) -> forget(this.database.works(), topic));
	}

	private static ForgetResult forget(Works works, String topic) {
		// Otherwise another thread could store them after the deletion
		works.counters().write();
		try {
			ForgetResult result = works.shared((work) -> forget(work, topic));
			if (result.forgotten()) {
				works.forget(topic);
			}
			return result;
		}
		catch (CannotAcquireLockException ex) {
			// A topic that another transaction has locked is in use
			return new ForgetResult(false, works.own((work) -> status(work, topic)));
		}
	}

	// A topic that has jobs is listed even if it is not stored. A job that is submitted
	// while its topic is being forgotten is therefore not lost
	private static ForgetResult forget(Work work, String topic) {
		boolean stored = work.tables().topics().find(work.session(), topic, true) != null;
		TopicStatus found = status(work, topic);
		boolean forgotten = stored && found.isUnused();
		if (forgotten) {
			work.tables().topics().delete(work.session(), topic);
			work.tables().counters().delete(work.session(), topic);
			work.tables().runs().delete(work.session(), topic);
		}
		return new ForgetResult(forgotten, found);
	}

	private static TopicStatus status(Work work, String topic) {
		return new TopicStatusReader(work, topic).read(null);
	}

	private <T> T change(String name, String topic, List<String> ids, JobColumns depth,
			Function<JobAdministration, T> change) {
		return change(name, topic, ids, (jobs) -> jobs.own(ids, depth, change));
	}

	private <T> T change(String name, String topic, List<String> ids, Function<Administering, T> change) {
		try {
			return change.apply(new Administering(this.database.works(), topic));
		}
		catch (UnknownOutcomeException ex) {
			throw OutcomeUnknownException.ofChange(name, topic, ids, ex);
		}
	}

}
