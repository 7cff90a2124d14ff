// SPDX-License-Identifier: Apache-2.0

package io.delay.support;

import java.util.function.BiConsumer;
import java.util.function.Consumer;

import org.apache.commons.logging.Log;

/**
 * Logs exceptions. If the message or the cause of an exception cannot be read, because
 * reading it throws an exception, only the class name is logged. Logging never throws, so
 * it cannot affect jobs.
 */
public final class FailureLog {

	private final Log logger;

	public FailureLog(Log logger) {
		this.logger = logger;
	}

	public void warn(String message, Throwable failure) {
		log(message, failure, this.logger::warn, this.logger::warn);
	}

	public void error(String message, Throwable failure) {
		log(message, failure, this.logger::error, this.logger::error);
	}

	public void warn(String message) {
		logged(() -> this.logger.warn(message));
	}

	public void debug(String message) {
		logged(() -> this.logger.debug(message));
	}

	public boolean isDebugEnabled() {
		return this.logger.isDebugEnabled();
	}

	public void debug(String message, Throwable failure) {
		if (isDebugEnabled()) {
			log(message, failure, this.logger::debug, this.logger::debug);
		}
	}

	private static void log(String message, Throwable failure, BiConsumer<Object, Throwable> whole,
			Consumer<Object> shortened) {
		if (!logged(() -> whole.accept(message, ShortenedException.of(failure)))) {
			logged(() -> shortened.accept(withClassOnly(message, failure)));
		}
	}

	private static String withClassOnly(String message, Throwable failure) {
		return message + ": " + failure.getClass().getName() + " (its message cannot be read)";
	}

	private static boolean logged(Runnable call) {
		try {
			call.run();
			return true;
		}
		catch (RuntimeException | Error ex) {
			return false;
		}
	}

}
