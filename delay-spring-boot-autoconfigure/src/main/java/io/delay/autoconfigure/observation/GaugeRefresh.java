// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.observation;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

import io.delay.support.DaemonThread;
import io.delay.support.FailureNotice;

/**
 * Updates gauges at an interval on its own daemon thread, so that reading a gauge never
 * waits for a store. Start and stop do not wait for a refresh.
 */
final class GaugeRefresh implements SmartLifecycle {

	private final FailureNotice notice = new FailureNotice("The refresh of gauges");

	private final Duration interval;

	private final List<BackgroundGauges> gauges;

	private final ThreadFactory threads = DaemonThread.factory("delay-metrics");

	private @Nullable ScheduledExecutorService executor;

	/**
	 * Create a refresh.
	 * @param interval the time between the end of one round and the start of the next
	 */
	GaugeRefresh(Duration interval, List<? extends BackgroundGauges> gauges) {
		this.interval = interval;
		this.gauges = List.copyOf(gauges);
	}

	@Override
	public synchronized void start() {
		if (this.executor == null) {
			this.gauges.forEach(this::open);
			this.executor = new ScheduledThreadPoolExecutor(1, this.threads);
			this.executor.scheduleWithFixedDelay(this::refresh, 0, this.interval.toMillis(), TimeUnit.MILLISECONDS);
		}
	}

	// A registry that refuses a gauge must not prevent the application from starting.
	private void open(BackgroundGauges each) {
		try {
			each.open();
		}
		catch (RuntimeException | Error ex) {
			this.notice.failed(ex);
		}
	}

	private void refresh() {
		for (BackgroundGauges each : this.gauges) {
			try {
				each.refresh();
			}
			catch (RuntimeException | Error ex) {
				// A thrown exception would cancel all further refreshes
				this.notice.failed(ex);
			}
		}
	}

	@Override
	public synchronized void stop() {
		if (this.executor != null) {
			this.executor.shutdownNow();
			this.executor = null;
			this.gauges.forEach(BackgroundGauges::close);
		}
	}

	@Override
	public synchronized boolean isRunning() {
		return this.executor != null;
	}

	/**
	 * Return a phase below that of the
	 * {@link io.delay.listener.container.DelayListenerRegistry}, so that containers have
	 * gauges until they have stopped.
	 */
	@Override
	public int getPhase() {
		return DEFAULT_PHASE - 1;
	}

}
