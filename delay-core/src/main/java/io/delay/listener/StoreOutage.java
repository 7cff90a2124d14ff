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

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessException;

/**
 * Follows the failures of one kind of call to the store: one warning per outage, a note
 * when it is over, and how long to wait in between. For use by one thread.
 */
final class StoreOutage {

	private static final Log logger = LogFactory.getLog(StoreOutage.class);

	private final String what;

	private final RetryPause pause;

	private boolean away;

	/**
	 * Create the outage of one kind of call.
	 * @param what what the call does, for the log
	 * @param pause how long to wait before the next call
	 */
	StoreOutage(String what, RetryPause pause) {
		this.what = what;
		this.pause = pause;
	}

	/**
	 * Note that a call failed.
	 * @param failure what was thrown
	 * @return how long to wait before the next call
	 */
	Duration failed(Throwable failure) {
		if (!(failure instanceof DataAccessException)) {
			logger.error("Unexpected failure: cannot " + this.what + ", trying again", failure);
		}
		else if (!this.away) {
			logger.warn("Cannot " + this.what + ", trying again until the store answers: "
					+ NestedExceptionUtils.getMostSpecificCause(failure).getMessage());
			logger.debug("The failure", failure);
			this.away = true;
		}
		return this.pause.next();
	}

	/**
	 * Note that a call succeeded.
	 */
	void over() {
		if (this.away) {
			logger.info("The store answers again, can " + this.what);
			this.away = false;
		}
		this.pause.reset();
	}

}
