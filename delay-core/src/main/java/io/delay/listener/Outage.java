/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.delay.listener;

import java.time.Duration;
import java.util.Objects;
import java.util.stream.Stream;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.dao.DataAccessException;

/**
 * Follows the failures of one kind of call: one warning per outage, a note when it is
 * over, and how long to wait in between. For use by one thread.
 */
final class Outage {

	private static final Log logger = LogFactory.getLog(Outage.class);

	private static final FailureLog failureLog = new FailureLog(logger);

	/** An end for exceptions that are, in a circle, the cause of each other. */
	private static final int MAX_CAUSES = 32;

	private final String begin;

	private final String end;

	private final Class<? extends Throwable> expected;

	private final RetryPause pause;

	private boolean away;

	private Outage(String begin, String end, Class<? extends Throwable> expected, RetryPause pause) {
		this.begin = begin;
		this.end = end;
		this.expected = expected;
		this.pause = pause;
	}

	// An outage of the store.
	static Outage ofStore(String what, RetryPause pause) {
		return new Outage("Cannot " + what + ", trying again until the store answers",
				"The store answers again, can " + what, DataAccessException.class, pause);
	}

	// An executor that takes no jobs.
	static Outage ofWorkers(String topic, RetryPause pause) {
		return new Outage(
				"The executor refuses jobs of topic '" + topic + "', which go back to the store until it takes them; "
						+ "give it as many threads as the listener has concurrency",
				"The executor takes jobs of topic '" + topic + "' again", Throwable.class, pause);
	}

	/**
	 * Note that a call failed.
	 * @param failure what was thrown
	 * @return how long to wait before the next call
	 */
	Duration failed(Throwable failure) {
		if (!this.expected.isInstance(failure)) {
			failureLog.error("Unexpected failure. " + this.begin, failure);
		}
		else if (!this.away) {
			this.away = true;
			logger.warn(this.begin + ": " + describe(failure));
			logger.debug("The failure", failure);
		}
		return this.pause.next();
	}

	/**
	 * Note that a call succeeded.
	 */
	void over() {
		if (this.away) {
			this.away = false;
			logger.info(this.end);
		}
		this.pause.reset();
	}

	// What happened in the words of the failure, and of its root cause if that says more.
	private static String describe(Throwable failure) {
		String description = words(failure);
		Throwable root = Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
			.limit(MAX_CAUSES)
			.reduce(failure, (first, second) -> second);
		if (root != failure && (root.getMessage() == null || !description.contains(root.getMessage()))) {
			description += " (" + root + ")";
		}
		return description;
	}

	private static String words(Throwable failure) {
		return ((failure instanceof DataAccessException) && failure.getMessage() != null) ? failure.getMessage()
				: failure.toString();
	}

}
