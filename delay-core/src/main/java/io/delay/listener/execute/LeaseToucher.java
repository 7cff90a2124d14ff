// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.execute;

import java.util.List;
import java.util.function.Consumer;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.dao.DataAccessException;

import io.delay.listener.lease.HeldLease;
import io.delay.listener.settle.SettlementLog;
import io.delay.listener.support.JobFailureLog;
import io.delay.listener.support.RetryPause;
import io.delay.store.JobStore;
import io.delay.store.Lease;
import io.delay.store.SettleResult;
import io.delay.store.Touch;

/**
 * Extends held leases. Repeating a touch is safe, so a failed touch is repeated until the
 * lease ends.
 */
public final class LeaseToucher {

	private static final Log logger = LogFactory.getLog(LeaseToucher.class);

	private final JobStore store;

	private final Consumer<HeldLease> onLost;

	private final JobFailureLog failures;

	public LeaseToucher(JobStore store, Consumer<HeldLease> onLost, JobFailureLog failures) {
		this.store = store;
		this.failures = failures;
		this.onLost = onLost;
	}

	// Also returns false if the thread was interrupted before the store answered.
	boolean touch(HeldLease held) {
		RetryPause pause = RetryPause.ofSettlements();
		while (!held.isLost()) {
			SettleResult result = tryOnce(held);
			if (result != SettleResult.UNREACHABLE) {
				return result == SettleResult.DONE && !held.isLost();
			}
			if (!sleep(pause)) {
				return false;
			}
		}
		return false;
	}

	private SettleResult tryOnce(HeldLease held) {
		try {
			return send(held);
		}
		catch (DataAccessException ex) {
			logger.debug(describe(held) + "; retrying until its lease ends", ex);
			return SettleResult.UNREACHABLE;
		}
	}

	private SettleResult send(HeldLease held) {
		long sentAt = System.nanoTime();
		Lease lease = held.lease();
		SettleResult result = this.store.touch(List.of(new Touch(lease, held.terms().ttr()))).get(0);
		switch (result) {
			case DONE -> held.extend(sentAt);
			case LEASE_LOST -> {
				lost(held);
				held.lose();
			}
			case UNREACHABLE -> logger.debug(describe(held) + "; retrying until its lease ends");
		}
		return result;
	}

	private static String describe(HeldLease held) {
		return "Cannot touch job '" + held.lease().id() + "' of topic '" + held.lease().topic() + "'";
	}

	// Reports that the store has refused to extend a lease, unless the handler has ended
	// its own job.
	void lost(HeldLease held) {
		Lease lease = held.lease();
		if (held.endByHandler() == null && !held.isSettled()) {
			SettlementLog.lost(this.failures, held, "Lease lost: job '" + lease.id() + "' of topic '" + lease.topic()
					+ "' was delivered again, replaced or cancelled "
					+ (held.isStarted() ? "while its handler was still running. " : "before its handler started. "));
			this.onLost.accept(held);
		}
	}

	private static boolean sleep(RetryPause pause) {
		try {
			Thread.sleep(pause.next().toMillis());
			return true;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

}
