// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc;

import java.util.List;
import java.util.Optional;

import org.springframework.util.Assert;

import io.delay.jdbc.session.UnknownOutcomeException;
import io.delay.jdbc.work.ReservableWork;
import io.delay.jdbc.work.Settling;
import io.delay.job.DueTime;
import io.delay.job.JobState;
import io.delay.job.SubmitResult;
import io.delay.store.ConsumerRegistration;
import io.delay.store.JobStore;
import io.delay.store.NewJob;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.store.SubmitOutcomeUnknownException;
import io.delay.store.Touch;
import io.delay.store.WakeUpListener;
import io.delay.store.WakeUpSubscription;

/**
 * A job store on a relational database. Submit, cancel and reschedule take part in a
 * transaction of the calling thread on the same data source: the job exists only if the
 * transaction commits, and consumers are woken up only after the commit. All other
 * operations have transactions of their own.
 *
 * @since 0.1.0
 */
public final class JdbcJobStore implements JobStore {

	private final JdbcDatabase database;

	private final JdbcJobStoreAdministrator administrator;

	/**
	 * Create a store.
	 */
	public JdbcJobStore(JdbcDatabase database) {
		Assert.notNull(database, "'database' must not be null");
		this.database = database;
		this.administrator = new JdbcJobStoreAdministrator(database);
	}

	@Override
	public List<SubmitResult> submit(List<NewJob> jobs) {
		try {
			return this.database.submits().submit(jobs);
		}
		catch (UnknownOutcomeException ex) {
			throw new SubmitOutcomeUnknownException(jobs.stream().map(NewJob::topic).distinct().toList(),
					jobs.stream().map(NewJob::id).toList(), ex);
		}
	}

	@Override
	public ReserveResult reserve(ReserveRequest request) {
		return ReservableWork.reserve(this.database.works(), request);
	}

	@Override
	public List<SettleResult> settle(List<Settlement> settlements) {
		return new Settling(this.database.works()).settle(settlements);
	}

	@Override
	public List<SettleResult> touch(List<Touch> touches) {
		return new Settling(this.database.works()).touch(touches);
	}

	@Override
	public int handBack(String topic, String token) {
		return new Settling(this.database.works()).handBack(topic, token);
	}

	@Override
	public Optional<JobState> cancel(String topic, String id) {
		return this.administrator.cancel(topic, List.of(id)).get(0);
	}

	@Override
	public Optional<JobState> reschedule(String topic, String id, DueTime dueTime) {
		return this.administrator.reschedule(topic, List.of(id), dueTime).get(0);
	}

	@Override
	public boolean joinsTransaction() {
		return this.database.works().sessions().isJoining();
	}

	@Override
	public WakeUpSubscription subscribe(String topic, WakeUpListener listener) {
		return this.database.subscribe(topic, listener);
	}

	@Override
	public void announce(ConsumerRegistration consumer) {
		this.database.later((work) -> {
			work.tables().consumers().announce(work.session(), consumer, work.time().now());
			return true;
		});
	}

	@Override
	public void withdraw(String topic, String id) {
		this.database.later((work) -> {
			work.tables().consumers().withdraw(work.session(), topic, id);
			return true;
		});
	}

}
