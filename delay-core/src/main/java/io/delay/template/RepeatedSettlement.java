// SPDX-License-Identifier: Apache-2.0

package io.delay.template;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.util.backoff.BackOffExecution;
import org.springframework.util.backoff.ExponentialBackOff;

import io.delay.store.JobStore;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.store.Touch;

/**
 * Settles and touches leases for a caller that waits for the result. If the store
 * temporarily cannot carry out a call, for instance because a slot of a Redis Cluster is
 * being moved or a transaction has locked the job, the call is repeated for a while. This
 * is safe because the token of the lease prevents a second effect.
 */
final class RepeatedSettlement {

	private static final Duration LONGEST = Duration.ofSeconds(2);

	private final JobStore store;

	RepeatedSettlement(JobStore store) {
		this.store = store;
	}

	SettleResult settle(Settlement settlement) {
		return repeated(() -> this.store.settle(List.of(settlement)).get(0));
	}

	SettleResult touch(Touch touch) {
		return repeated(() -> this.store.touch(List.of(touch)).get(0));
	}

	private static SettleResult repeated(Supplier<SettleResult> call) {
		BackOffExecution pauses = backOff().start();
		long startedAt = System.nanoTime();
		while (true) {
			try {
				SettleResult result = call.get();
				if (result != SettleResult.UNREACHABLE || !pause(pauses, startedAt)) {
					return result;
				}
			}
			catch (TransientDataAccessResourceException ex) {
				if (!pause(pauses, startedAt)) {
					throw ex;
				}
			}
		}
	}

	private static boolean pause(BackOffExecution pauses, long startedAt) {
		return System.nanoTime() - startedAt <= LONGEST.toNanos() && pause(pauses.nextBackOff());
	}

	private static boolean pause(long millis) {
		try {
			Thread.sleep(millis);
			return true;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

	private static ExponentialBackOff backOff() {
		ExponentialBackOff backOff = new ExponentialBackOff(20, 2);
		backOff.setMaxInterval(320);
		return backOff;
	}

}
