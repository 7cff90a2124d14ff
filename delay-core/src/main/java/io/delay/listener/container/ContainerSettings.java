// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.container;

import java.time.Duration;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.delay.job.RateLimit;
import io.delay.listener.BackoffPolicy;
import io.delay.listener.BatchJobHandler;
import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.InvalidListenerException;
import io.delay.listener.ListenerSettings;
import io.delay.listener.execute.FailurePolicy.RetriedExceptions;
import io.delay.store.ConsumerTerms;
import io.delay.store.ReserveTerms;

/**
 * The complete settings of one container, without missing values.
 *
 * @param concurrency the number of jobs handled at the same time
 * @param batch the maximum number of jobs that are passed to the handler in one call,
 * {@code null} unless it handles batches
 * @param ttr the TTR for jobs that do not specify their own
 * @param maxRunTime the maximum time that a handler may run while its lease is extended
 * automatically, {@code null} if leases are not extended
 * @param maxAttempts the maximum number of attempts of jobs that do not specify their own
 * @param rateLimit how many jobs of the topic may be delivered, {@code null} if there is
 * no limit
 * @param backoff how long a job waits after a failed attempt
 * @param retried the exceptions after which a job is delivered again
 * @param autoStartup whether the container starts with the application
 * @param transactional whether the handler runs in a transaction of the store
 */
record ContainerSettings(int concurrency, @Nullable Integer batch, Duration ttr, @Nullable Duration maxRunTime,
		int maxAttempts, @Nullable RateLimit rateLimit, BackoffPolicy backoff, RetriedExceptions retried,
		boolean autoStartup, boolean transactional) {

	private static final Log logger = LogFactory.getLog(ContainerSettings.class);

	static ContainerSettings of(ListenerSettings settings) {
		ListenerSettings all = settings.over(ListenerSettings.defaults());
		return new ContainerSettings(set(all.concurrency()), all.batch(), set(all.ttr()),
				set(all.autoTouch()) ? set(all.maxRunTime()) : null, set(all.maxAttempts()), all.rateLimit(),
				set(all.backoff()), new RetriedExceptions(set(all.retryFor()), set(all.noRetryFor())),
				set(all.autoStartup()), set(all.transactional()));
	}

	/**
	 * Check that the settings fit together.
	 * @param endpoint the listener, for the message
	 * @param own the settings of the listener and its topic, without the defaults
	 * @return these settings
	 * @throws InvalidListenerException if they do not fit together
	 */
	ContainerSettings check(DelayListenerEndpoint endpoint, ListenerSettings own) {
		// Auto-touch may be switched off explicitly, for instance for one topic by an
		// operator who cannot change the annotation
		if (this.maxRunTime == null && own.maxRunTime() != null && own.autoTouch() == null) {
			throw new InvalidListenerException(
					"Listener " + endpoint + " for topic '" + endpoint.topic() + "' has the max run time "
							+ own.maxRunTime() + ", which applies only with auto-touch",
					"Set autoTouch = \"true\" or delay.topics.<topic>.auto-touch, or remove the max run time");
		}
		if (this.maxRunTime != null && this.maxRunTime.compareTo(this.ttr) <= 0) {
			throw new InvalidListenerException(
					"Listener " + endpoint + " for topic '" + endpoint.topic()
							+ "' extends leases automatically, but its max run time " + this.maxRunTime
							+ " is not longer than its TTR " + this.ttr,
					"Set a longer max run time or a shorter TTR, or switch auto-touch off");
		}
		boolean handlesBatches = endpoint.handler() instanceof BatchJobHandler;
		if (this.batch != null && !handlesBatches) {
			throw new InvalidListenerException(
					"Listener " + endpoint + " for topic '" + endpoint.topic() + "' has the batch size " + this.batch
							+ ", but handles one job at a time",
					"Declare @DelayListener(batch = \"...\") and a parameter of type List, "
							+ "or remove delay.topics.<topic>.batch");
		}
		if (this.batch == null && handlesBatches) {
			throw new InvalidListenerException("Listener " + endpoint + " for topic '" + endpoint.topic()
					+ "' handles batches, but has no batch size", "Set ListenerSettings.batch");
		}
		if (this.transactional && handlesBatches) {
			throw new InvalidListenerException(
					"Listener " + endpoint + " for topic '" + endpoint.topic()
							+ "' handles batches and is transactional, but each transaction has one job",
					"Remove 'batch' or 'transactional'");
		}
		if (this.transactional && endpoint.handler().isAsync()) {
			throw new InvalidListenerException(
					"Listener " + endpoint + " for topic '" + endpoint.topic()
							+ "' is asynchronous and transactional, but its transaction ends when it returns",
					"Return when the work is done and declare no asynchronous return type, or remove 'transactional'");
		}
		if (this.batch != null && this.batch > 1 && this.maxAttempts == 1) {
			logger
				.warn("Listener " + endpoint + " for topic '" + endpoint.topic() + "' has the batch size " + this.batch
						+ ", but gives jobs a single attempt by default. Jobs with a single attempt are handled alone, "
						+ "because their starts are reported first. Raise the max attempts, or remove 'batch'");
		}
		return this;
	}

	ConsumerTerms terms() {
		return new ConsumerTerms(this.concurrency, reserveTerms());
	}

	ReserveTerms reserveTerms() {
		return new ReserveTerms(this.ttr, this.maxAttempts).limitedTo(this.rateLimit);
	}

	private static <T> T set(@Nullable T value) {
		if (value == null) {
			throw new IllegalStateException("The defaults leave a value unset");
		}
		return value;
	}

}
