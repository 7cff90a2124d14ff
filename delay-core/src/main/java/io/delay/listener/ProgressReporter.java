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

import java.util.List;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.dao.DataAccessException;

import io.delay.store.JobStore;
import io.delay.store.Touch;

/**
 * Tells the store of handlers at work. A report that is lost costs no more than the care
 * with which the job is delivered again if its lease runs out.
 */
final class ProgressReporter {

	private static final Log logger = LogFactory.getLog(ProgressReporter.class);

	private final JobStore store;

	ProgressReporter(JobStore store) {
		this.store = store;
	}

	void report(List<Touch> touches) {
		if (touches.isEmpty()) {
			return;
		}
		try {
			this.store.touch(touches);
		}
		catch (DataAccessException ex) {
			logger.debug("Cannot report that " + touches.size() + " handlers are at work", ex);
		}
	}

}
