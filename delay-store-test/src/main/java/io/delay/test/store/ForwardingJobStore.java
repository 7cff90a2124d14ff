// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import io.delay.job.DueTime;
import io.delay.job.JobState;
import io.delay.job.SubmitResult;
import io.delay.store.ConsumerRegistration;
import io.delay.store.JobStore;
import io.delay.store.Lease;
import io.delay.store.NewJob;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.store.Touch;
import io.delay.store.WakeUpListener;
import io.delay.store.WakeUpSubscription;

/**
 * Delegates all calls to another store, so that a test can override individual methods.
 *
 * @since 0.1.0
 */
public class ForwardingJobStore implements JobStore {

	private final JobStore store;

	/**
	 * Create a store.
	 * @param store the store to delegate to
	 */
	public ForwardingJobStore(JobStore store) {
		this.store = store;
	}

	@Override
	public List<SubmitResult> submit(List<NewJob> jobs) {
		return this.store.submit(jobs);
	}

	@Override
	public ReserveResult reserve(ReserveRequest request) {
		return this.store.reserve(request);
	}

	@Override
	public List<SettleResult> settle(List<Settlement> settlements) {
		return this.store.settle(settlements);
	}

	@Override
	public List<SettleResult> touch(List<Touch> touches) {
		return this.store.touch(touches);
	}

	@Override
	public Duration longestLookAhead() {
		return this.store.longestLookAhead();
	}

	@Override
	public List<SettleResult> check(List<Lease> leases) {
		return this.store.check(leases);
	}

	@Override
	public int handBack(String topic, String token) {
		return this.store.handBack(topic, token);
	}

	@Override
	public Optional<JobState> cancel(String topic, String id) {
		return this.store.cancel(topic, id);
	}

	@Override
	public Optional<JobState> reschedule(String topic, String id, DueTime dueTime) {
		return this.store.reschedule(topic, id, dueTime);
	}

	@Override
	public boolean joinsTransaction() {
		return this.store.joinsTransaction();
	}

	@Override
	public WakeUpSubscription subscribe(String topic, WakeUpListener listener) {
		return this.store.subscribe(topic, listener);
	}

	@Override
	public void announce(ConsumerRegistration consumer) {
		this.store.announce(consumer);
	}

	@Override
	public void withdraw(String topic, String id) {
		this.store.withdraw(topic, id);
	}

}
