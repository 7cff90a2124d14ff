// SPDX-License-Identifier: Apache-2.0

package io.delay.sample.callback;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.stereotype.Component;

import io.delay.annotation.Backoff;
import io.delay.annotation.DelayListener;
import io.delay.listener.JobContext;

/**
 * Calls a partner that does not answer before the third attempt, and never answers the
 * message {@value #NEVER}, so that there is a failed job to look at.
 */
@Component
class CallbackListener {

	static final String TOPIC = "payment-callback";

	static final String NEVER = "never";

	private static final int ANSWERED_ATTEMPT = 3;

	private static final Log logger = LogFactory.getLog(CallbackListener.class);

	private final ConcurrentNavigableMap<String, TriedCallback> tried = new ConcurrentSkipListMap<>();

	@DelayListener(topic = TOPIC, maxAttempts = "5",
			backoff = @Backoff(type = "fixed", delay = "${sample.callback-pause}"))
	void deliver(PaymentCallback callback, JobContext context) {
		int attempt = context.attempt();
		boolean answered = attempt >= ANSWERED_ATTEMPT && !callback.message().equals(NEVER);
		this.tried.put(context.id(), new TriedCallback(context.id(), callback.message(), attempt, answered));
		if (!answered) {
			throw new NoAnswerException("The partner does not answer");
		}
		logger.info("Callback " + context.id() + " was delivered on attempt " + attempt);
	}

	Collection<TriedCallback> tried() {
		return List.copyOf(this.tried.values());
	}

	/**
	 * The progress of a callback.
	 *
	 * @param id the id of its job
	 * @param message the text
	 * @param attempts the number of attempts
	 * @param delivered whether it was delivered
	 */
	record TriedCallback(String id, String message, int attempts, boolean delivered) {

	}

	/**
	 * Thrown when the partner does not answer. This is expected, so the exception has no
	 * stack trace that would fill the log.
	 */
	static class NoAnswerException extends RuntimeException {

		NoAnswerException(String message) {
			super(message, null, false, false);
		}

	}

}
