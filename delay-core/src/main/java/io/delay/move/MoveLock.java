// SPDX-License-Identifier: Apache-2.0

package io.delay.move;

import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.dao.DataAccessException;

import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.JobRules;
import io.delay.store.HostName;
import io.delay.store.JobRecord;
import io.delay.store.Lease;
import io.delay.store.LeaseTokens;
import io.delay.store.NewJob;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveTerms;
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.store.Touch;

/**
 * A job of the target store whose lease shows that one instance is moving jobs. If that
 * instance is killed, the lease expires and another instance can continue.
 */
final class MoveLock implements AutoCloseable {

	static final String TOPIC = "delay.move";

	static final String ID = "lock";

	private static final Log logger = LogFactory.getLog(MoveLock.class);

	private static final Duration TTR = Duration.ofSeconds(30);

	private static final Duration TOUCH_INTERVAL = TTR.dividedBy(6);

	private final MoveStore target;

	private final Lease lease;

	private final LongSupplier nanoTime;

	// When the reserve or the last successful touch was sent.
	private long touchedAt;

	private MoveLock(MoveStore target, Lease lease, LongSupplier nanoTime, long reservedAt) {
		this.target = target;
		this.lease = lease;
		this.nanoTime = nanoTime;
		this.touchedAt = reservedAt;
	}

	// Waits until no other instance has the lock.
	static MoveLock acquire(MoveStore target, MoveWait wait) {
		return acquire(target, wait, System::nanoTime);
	}

	static MoveLock acquire(MoveStore target, MoveWait wait, LongSupplier nanoTime) {
		LeaseTokens tokens = new LeaseTokens(HostName.resolve());
		NewJob job = new NewJob(TOPIC, ID, DueTime.NOW, ConflictPolicy.KEEP, JobRecord.of(new byte[0]));
		ReserveTerms terms = new ReserveTerms(TTR, JobRules.MAX_ATTEMPTS);
		boolean waited = false;
		while (true) {
			target.store().submit(List.of(job));
			long sentAt = nanoTime.getAsLong();
			List<ReservedJob> jobs = target.store().reserve(new ReserveRequest(TOPIC, tokens.next(), 1, terms)).jobs();
			if (!jobs.isEmpty()) {
				return new MoveLock(target, jobs.get(0).lease(), nanoTime, sentAt);
			}
			if (!waited) {
				waited = true;
				logger.info("Another instance is moving jobs, or was stopped while it did so in the last "
						+ TTR.toSeconds() + " s; waiting until it has finished");
			}
			if (!wait.pause()) {
				throw new JobMoveException("Job '" + ID + "' of topic '" + TOPIC + "' in " + target.name()
						+ ", which only one instance at a time can hold in order to move jobs, did not become free within "
						+ wait.text(), null);
			}
		}
	}

	// Must be called before each change.
	void keep() {
		if (this.nanoTime.getAsLong() - this.touchedAt < TOUCH_INTERVAL.toNanos()) {
			return;
		}
		long sentAt = this.nanoTime.getAsLong();
		SettleResult result = this.target.store().touch(List.of(new Touch(this.lease, TTR))).get(0);
		if (result == SettleResult.DONE) {
			this.touchedAt = sentAt;
		}
		else if (result == SettleResult.LEASE_LOST) {
			throw new JobMoveException("Another instance has taken over the move of the jobs, "
					+ "because this instance did not report for " + TTR.toSeconds() + " s", null);
		}
		else if (this.nanoTime.getAsLong() - this.touchedAt >= TTR.toNanos()) {
			throw new JobMoveException(
					"The lock of the move could not be extended for " + TTR.toSeconds()
							+ " s, so another instance can have taken over the move of the jobs. Repeat the move",
					null);
		}
	}

	@Override
	public void close() {
		try {
			this.target.store().settle(List.of(new Settlement.Ack(this.lease)));
			this.target.administrator().forget(TOPIC);
		}
		catch (DataAccessException ex) {
			logger.debug("Could not release the lock of the move; it expires after " + TTR.toSeconds() + " s", ex);
		}
	}

}
