// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.container;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.delay.observation.JobOutcome;

/**
 * Containers without threads, for tests: such a container starts and stops like any
 * other, but handles jobs only on the thread that calls
 * {@link #handleNext(DelayListenerContainer)}. Internal to Delay: may change without
 * notice.
 *
 * @since 0.1.0
 * @hidden
 */
public final class CallerRunsContainers {

	private CallerRunsContainers() {
	}

	/** Return a factory of containers without threads. */
	public static DelayListenerContainerFactory factory(DelayListenerContainerFactory factory) {
		return factory.onCallingThread();
	}

	/**
	 * Handle the next ready job of a container, or the next batch, on the calling thread.
	 * Exceptions of the handler are not propagated.
	 * @param container a container without threads, which only one thread may use at a
	 * time
	 * @return the result, without deliveries if no job is ready or the container is not
	 * running
	 */
	public static Result handleNext(DelayListenerContainer container) {
		ListenerSession session = container.session();
		if (session == null) {
			return new Result(List.of(), null);
		}
		if (session instanceof CallerRunsSession callerRuns) {
			return callerRuns.handleNext();
		}
		throw new IllegalArgumentException("Listener '" + container.id() + "' handles its jobs on its own threads");
	}

	/**
	 * The result of a call.
	 *
	 * @param ended the deliveries that have ended: those of the jobs that were handled,
	 * and those of jobs that the store buried instead of returning them
	 * @param nextEvent the time until the next job will be ready according to the store's
	 * clock, zero if a job may be ready now, {@code null} if no job becomes ready through
	 * the passing of time alone
	 */
	public record Result(List<Delivery> ended, @Nullable Duration nextEvent) {

	}

	/**
	 * A delivery that has ended.
	 *
	 * @param id the id of the job
	 * @param failure the exception that the handler threw, {@code null} if it threw none
	 */
	public record Delivery(String id, int attempt, JobOutcome outcome, @Nullable Throwable failure) {

	}

}
