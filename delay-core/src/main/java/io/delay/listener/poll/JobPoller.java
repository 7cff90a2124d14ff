// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.poll;

import java.time.Duration;
import java.util.function.Consumer;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;

import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.ReserveOutage;
import io.delay.listener.dispatch.JobDispatcher;
import io.delay.listener.support.ContainerThread;
import io.delay.listener.support.OutageLog;
import io.delay.listener.support.RetryPause;

/**
 * Reserves jobs for the workers on a thread of its own, and sleeps while there is nothing
 * to reserve. Failures do not end the thread.
 */
public final class JobPoller {

	private static final Log logger = LogFactory.getLog(JobPoller.class);

	private final String topic;

	private final JobSource source;

	private final JobDispatcher dispatcher;

	private final PollTimer timer;

	private final ProgressReporter reporter;

	private final OutageLog storeOutage;

	private final OutageLog workerOutage;

	private final ContainerThread thread;

	// Written by the poller thread, as a System.nanoTime() value.
	private volatile @Nullable Long reservedAt;

	private boolean ended;

	public JobPoller(DelayListenerEndpoint endpoint, JobSource source, JobDispatcher dispatcher, PollTimer timer,
			ProgressReporter reporter, Consumer<@Nullable Throwable> onEnd) {
		this.topic = endpoint.topic();
		this.source = source;
		this.dispatcher = dispatcher;
		this.timer = timer;
		this.reporter = reporter;
		this.storeOutage = OutageLog.ofStore("reserve jobs of topic '" + this.topic + "'", RetryPause.ofReserves());
		this.workerOutage = OutageLog.ofWorkers(this.topic, RetryPause.ofReserves());
		// Not a daemon, even if the thread that starts the container is one: this thread
		// keeps the JVM running
		this.thread = new ContainerThread("delay-poller-" + endpoint.id(), false, this::round, () -> this.ended, onEnd);
	}

	public ContainerThread thread() {
		return this.thread;
	}

	// Null if the last attempt to reserve succeeded, or if the store has answered another
	// call since then and there is no room for more jobs.
	public @Nullable ReserveOutage outage() {
		return this.storeOutage.current();
	}

	// The time since the store last answered a reserve, null if it never has.
	public @Nullable Duration sinceLastReserve() {
		Long at = this.reservedAt;
		return (at != null) ? Duration.ofNanos(System.nanoTime() - at) : null;
	}

	/** Stop reserving. The jobs of a reserve in progress are still dispatched. */
	public void stop() {
		this.timer.close();
	}

	private void round() throws InterruptedException {
		if (this.timer.isClosed()) {
			this.ended = true;
			this.source.close();
			handBackAtLast();
			return;
		}
		JobSource.Reservation reservation = reserve();
		if (reservation != null && dispatch(reservation) && !reservation.mayHaveMore()) {
			sleep(reservation.nextEvent());
		}
	}

	private JobSource.@Nullable Reservation reserve() throws InterruptedException {
		try {
			this.source.handBackLostReply();
			int room = awaitRoom();
			this.timer.reset();
			if (this.timer.isClosed()) {
				return null;
			}
			JobSource.Reservation reservation = this.source.reserve(room, this.dispatcher.roomAhead());
			this.reservedAt = System.nanoTime();
			this.storeOutage.over();
			return reservation;
		}
		catch (InterruptedException ex) {
			throw ex;
		}
		catch (Throwable ex) {
			if (this.timer.isClosed() && ex instanceof DataAccessException) {
				// Not an outage: the application may have closed the store already
				logger.debug("A call for jobs of topic '" + this.topic + "' failed while the listener was stopping",
						ex);
				return null;
			}
			pause(this.storeOutage.failed(ex));
			return null;
		}
	}

	// Continues to report running handlers, because the store may still accept reports
	private void pause(Duration duration) throws InterruptedException {
		long end = System.nanoTime() + duration.toNanos();
		do {
			attempt(this::maintain);
		}
		while (!this.timer.pause(end, this.dispatcher.untilMaintenance()));
	}

	// If a reserve failed but a later hand-back succeeded, the store is reachable again.
	// The outage is over even if there is no room to reserve more.
	private int awaitRoom() throws InterruptedException {
		int room;
		do {
			attempt(this::maintain);
			if (!this.dispatcher.hasRoom()) {
				this.storeOutage.over();
			}
			room = this.dispatcher.awaitRoom();
		}
		while (room == 0 && !this.timer.isClosed());
		return room;
	}

	private void maintain() {
		this.dispatcher.repeatReports(this.reporter.report(this.dispatcher.takeReports()));
		this.dispatcher.maintain();
	}

	private boolean dispatch(JobSource.Reservation reservation) throws InterruptedException {
		return reservation.jobs().isEmpty() || attempt(() -> {
			this.dispatcher.dispatch(reservation.jobs());
			this.workerOutage.over();
		});
	}

	// Runs a step that may need worker threads, and pauses if it fails.
	private boolean attempt(Runnable step) throws InterruptedException {
		try {
			step.run();
			return true;
		}
		catch (Throwable ex) {
			this.timer.pause(this.workerOutage.failed(ex));
			return false;
		}
	}

	private void sleep(@Nullable Duration nextEvent) throws InterruptedException {
		long look = this.timer.nextLook(nextEvent);
		Duration lead = this.source.lead();
		// If the next event is within the lead, do not wake up early for it: it cannot be
		// a job that may be reserved before it is due, because the last reserve would
		// already have returned that job
		boolean isNear = nextEvent != null && nextEvent.compareTo(lead) <= 0;
		while (!sleep(look, isNear ? 0 : lead.toNanos())) {
			attempt(this::maintain);
		}
	}

	private boolean sleep(long look, long lead) throws InterruptedException {
		long early = (lead > 0 && this.dispatcher.hasRoomAhead()) ? lead : 0;
		return this.timer.sleep(look, early, this.dispatcher.untilMaintenance());
	}

	private void handBackAtLast() {
		try {
			this.source.handBackLostReply();
		}
		catch (RuntimeException ex) {
			logger.debug("Could not hand back the jobs of a reserve whose reply was lost; "
					+ "they are delivered again after their TTR", ex);
		}
	}

}
