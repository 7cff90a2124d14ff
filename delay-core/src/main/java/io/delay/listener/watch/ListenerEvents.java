// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.watch;

import java.util.List;
import java.util.function.Function;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.delay.event.ContainerDiedEvent;
import io.delay.event.DelayEvent;
import io.delay.event.JobExpiredEvent;
import io.delay.event.LeaseLostEvent;
import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.lease.HeldLease;
import io.delay.listener.lease.PendingSettlement;
import io.delay.listener.settle.SettlementObserver;
import io.delay.store.BuriedJob;
import io.delay.store.FailureReason;
import io.delay.store.JobFailures;
import io.delay.store.LeaseTerms;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.support.FailureLog;

/**
 * Publishes events about one container if an event publisher is configured. Never blocks
 * and never throws, so it cannot affect jobs. Internal to Delay: may change without
 * notice.
 *
 * @since 0.1.0
 * @hidden
 */
public final class ListenerEvents implements SettlementObserver {

	private static final Log logger = LogFactory.getLog(ListenerEvents.class);

	private static final FailureLog failureLog = new FailureLog(logger);

	private final DelayListenerEndpoint endpoint;

	private final @Nullable DelayEventPublisher publication;

	public ListenerEvents(DelayListenerEndpoint endpoint, @Nullable DelayEventPublisher publication) {
		this.endpoint = endpoint;
		this.publication = publication;
	}

	@Override
	public void settled(PendingSettlement pending, SettleResult result) {
		if (this.publication == null) {
			return;
		}
		if (result == SettleResult.DONE) {
			BuriedJob buried = buriedBy(pending);
			if (buried != null) {
				buried(buried);
			}
			else if (pending.settlement() instanceof Settlement.Expire expired) {
				publish((publication) -> new JobExpiredEvent(this.endpoint.id(), this.endpoint.topic(),
						expired.lease().id()));
			}
		}
		else if (pending.isLost(result)) {
			leaseLost(pending.lease());
		}
	}

	private @Nullable BuriedJob buriedBy(PendingSettlement pending) {
		String id = pending.settlement().lease().id();
		LeaseTerms terms = pending.lease().terms();
		JobFailures failures = terms.failures();
		FailureReason reason = reasonOfBurial(pending, terms);
		if (failures == null) {
			return (reason != null && this.endpoint.failureHandler() == null)
					? new BuriedJob(id, terms.attempt(), reason) : null;
		}
		if (pending.settlement() instanceof Settlement.FailureHandled) {
			return new BuriedJob(id, failures.attempts(), failures.last());
		}
		return (reason != null) ? new BuriedJob(id, failures.attempts(), failures.last().and(reason)) : null;
	}

	private static @Nullable FailureReason reasonOfBurial(PendingSettlement pending, LeaseTerms terms) {
		if (pending.settlement() instanceof Settlement.Fail fail) {
			return terms.isLastAttempt() ? fail.reason() : null;
		}
		return (pending.settlement() instanceof Settlement.Bury bury) ? bury.reason() : null;
	}

	@Override
	public void buriedByReserve(List<BuriedJob> jobs) {
		for (BuriedJob job : jobs) {
			attempt(() -> logger.warn("Job '" + job.id() + "' of topic '" + this.endpoint.topic() + "' was buried: "
					+ job.reason().error()));
			buried(job);
		}
	}

	private void buried(BuriedJob job) {
		publish((publication) -> publication.buried(this.endpoint, job));
	}

	// The store may refuse the same lease twice; only the first refusal is published.
	public void leaseLost(HeldLease lease) {
		if (lease.markLossReported()) {
			publish((publication) -> new LeaseLostEvent(this.endpoint.id(), this.endpoint.topic(), lease.lease().id(),
					lease.terms().attempt()));
		}
	}

	// Called when a thread of the container ends although the container was not stopped.
	public void died(@Nullable Throwable cause) {
		publish((publication) -> new ContainerDiedEvent(this.endpoint.id(), this.endpoint.topic(), cause));
	}

	private void publish(Function<DelayEventPublisher, DelayEvent> event) {
		DelayEventPublisher publication = this.publication;
		if (publication != null) {
			attempt(() -> publication.publish(event.apply(publication)));
		}
	}

	private void attempt(Runnable call) {
		try {
			call.run();
		}
		catch (Throwable ex) {
			failureLog.warn("Could not publish an event of listener '" + this.endpoint.id() + "'", ex);
		}
	}

}
