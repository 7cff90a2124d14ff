// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.settle;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.TransientDataAccessResourceException;

import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.lease.HeldJob;
import io.delay.listener.lease.PendingSettlement;
import io.delay.listener.support.ContainerThread;
import io.delay.listener.support.JobFailureLog;
import io.delay.listener.support.OutageLog;
import io.delay.listener.support.RetryPause;
import io.delay.listener.support.StoreFailures;
import io.delay.store.JobStore;
import io.delay.store.SettleResult;
import io.delay.support.DaemonThread;

/**
 * Sends settlements to the store on a separate thread, so that workers need not wait for
 * the store. Settlements that arrive during a call, or within 5 ms of the start of the
 * last call, are sent together in the next call. An urgent settlement does not wait for
 * the 5 ms. A settlement that the store does not accept is repeated until its lease ends.
 */
public final class JobSettler {

	private static final Log logger = LogFactory.getLog(JobSettler.class);

	private static final int CAPACITY = 10_000;

	private static final int MAX_BATCH = 500;

	private final JobStore store;

	private final SettlementObserver observer;

	private final SettlementLog log;

	private final SettlementQueue queue = new SettlementQueue(CAPACITY);

	private final OutageLog outage;

	private final ContainerThread thread;

	public JobSettler(DelayListenerEndpoint endpoint, JobStore store, SettlementObserver observer,
			JobFailureLog failures, Consumer<@Nullable Throwable> onEnd) {
		this.store = store;
		this.observer = observer;
		this.log = new SettlementLog(failures);
		this.outage = OutageLog.ofStore("settle jobs of topic '" + endpoint.topic() + "'", RetryPause.ofSettlements());
		this.thread = new ContainerThread("delay-settler-" + endpoint.id(), true, this::round, this.queue::isClosed,
				onEnd);
	}

	/**
	 * Create a settler without a thread: each settlement is sent, once, by the thread
	 * that calls {@link #settle(PendingSettlement)}.
	 */
	public static JobSettler onCallingThread(DelayListenerEndpoint endpoint, JobStore store,
			SettlementObserver observer, JobFailureLog failures) {
		JobSettler settler = new JobSettler(endpoint, store, observer, failures, (failure) -> {
		});
		settler.queue.close();
		return settler;
	}

	public void endedBeforeStart(HeldJob job) {
		this.log.endedBeforeStart(job);
	}

	public ContainerThread thread() {
		return this.thread;
	}

	/**
	 * Accept a settlement. Blocks while the queue is full, unless the container is
	 * stopping. Once the settler is closed, the calling thread sends the settlement
	 * itself, and tries only once. A settlement that the transaction of the handler has
	 * carried out is not sent.
	 */
	public void settle(PendingSettlement settlement) {
		if (settlement.lease().isSettled()) {
			answered(settlement, SettleResult.DONE);
		}
		else if (!this.queue.add(settlement)) {
			sendLate(settlement);
		}
	}

	/**
	 * Accept a settlement without blocking, from a thread that does not belong to the
	 * container. The queue can exceed its capacity, so {@link #awaitRoom()} must be
	 * called before the next job is handled. Once the settler is closed, the settlement
	 * is sent on a thread of its own, and only once.
	 */
	public void settleWithoutBlocking(PendingSettlement settlement) {
		if (!this.queue.offer(settlement)) {
			DaemonThread.run("delay-settler-" + settlement.lease().lease().topic(), () -> sendLate(settlement));
		}
	}

	public void awaitRoom() {
		this.queue.awaitRoom();
	}

	/**
	 * Unblock all threads that wait in {@link #settle(PendingSettlement)}, because the
	 * container is stopping.
	 */
	public void stopping() {
		this.queue.stopping();
	}

	// Waits until all accepted settlements are sent, then ends the thread. From then on,
	// each settlement is sent by the thread that calls settle(). Settlements that have
	// not been sent by the timeout are abandoned.
	public void close(Duration timeout) throws InterruptedException {
		try {
			this.queue.closeOnceEmpty(timeout);
		}
		finally {
			this.queue.all().forEach((settlement) -> settlement.onEnd().run());
		}
	}

	public int left() {
		return this.queue.left();
	}

	private void round() {
		SettlementBatch batch = this.queue.take(MAX_BATCH);
		if (batch == null) {
			return;
		}
		List<PendingSettlement> unreached;
		try {
			unreached = send(batch);
		}
		catch (Throwable ex) {
			failed(batch, ex);
			return;
		}
		if (unreached.isEmpty()) {
			this.queue.sent();
		}
		else {
			this.queue.failed(batch.later(stillHeld(unreached)));
		}
		this.outage.over();
	}

	// Returns the settlements for which the store was unreachable although it answered
	// others
	private List<PendingSettlement> send(SettlementBatch batch) {
		List<PendingSettlement> settlements = batch.settlements();
		List<SettleResult> results = this.store.settle(batch.toSend());
		List<PendingSettlement> unreached = new ArrayList<>(0);
		for (int i = 0; i < settlements.size(); i++) {
			if (results.get(i) == SettleResult.UNREACHABLE) {
				unreached.add(settlements.get(i));
			}
			else {
				answered(settlements.get(i), results.get(i));
			}
		}
		return unreached;
	}

	private void answered(PendingSettlement settlement, SettleResult result) {
		settlement.onEnd().run();
		this.log.answered(settlement, result);
		this.observer.settled(settlement, result);
	}

	private void failed(SettlementBatch batch, Throwable failure) {
		boolean refused = !StoreFailures.isTemporary(failure);
		if (!refused && (batch.isPostponed() || isBusyForOne(batch, failure))) {
			// Only one part of the store is unreachable, so settlements for other parts
			// are not delayed
			this.queue.failed(batch.later(stillHeld(batch.settlements())));
			return;
		}
		this.queue.failed(batch.after(stillHeld(batch.settlements()), refused));
		if (!refused) {
			this.queue.pause(this.outage.failed(failure));
		}
		else if (batch.size() > 1) {
			logger.debug("The store refused a batch of " + batch.size() + " settlements; each half is sent separately",
					failure);
		}
		else if (!batch.isPostponed()) {
			this.log.refused(batch.settlements().get(0), failure);
		}
	}

	// Whether the store answered that it currently cannot accept this one settlement. For
	// a batch of several settlements, the store returns a separate result for each.
	private static boolean isBusyForOne(SettlementBatch batch, Throwable failure) {
		return batch.size() == 1 && failure instanceof TransientDataAccessResourceException;
	}

	private List<PendingSettlement> stillHeld(List<PendingSettlement> settlements) {
		List<PendingSettlement> held = new ArrayList<>(settlements.size());
		for (PendingSettlement settlement : settlements) {
			if (settlement.lease().hasEnded()) {
				this.log.ended(settlement);
				settlement.onEnd().run();
			}
			else {
				held.add(settlement.repeat());
			}
		}
		return held;
	}

	private void sendLate(PendingSettlement settlement) {
		try {
			if (!send(new SettlementBatch(List.of(settlement))).isEmpty()) {
				throw new TransientDataAccessResourceException(
						"A transaction has locked the job, or its part of the store is unreachable");
			}
		}
		catch (RuntimeException | Error ex) {
			this.log.late(settlement, ex);
		}
		finally {
			settlement.onEnd().run();
		}
	}

}
