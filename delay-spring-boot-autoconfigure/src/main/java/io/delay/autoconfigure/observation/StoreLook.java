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

package io.delay.autoconfigure.observation;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.dao.TransientDataAccessResourceException;

import io.delay.store.JobStoreInspector;
import io.delay.store.TopicStatus;

/**
 * One look into a store, topic by topic. One that cannot be read hides no other, unless
 * it is the store that cannot be reached: what is left would take as long to fail.
 */
final class StoreLook {

	/** A part of the store may be away while the others answer. */
	private static final int MAX_UNREACHABLE = 3;

	/** After that the first topic that cannot be reached is the last one. */
	private static final Duration PATIENCE = Duration.ofSeconds(10);

	private static final Log logger = LogFactory.getLog(StoreLook.class);

	private final JobStoreInspector inspector;

	private final long begin = System.nanoTime();

	private final Map<String, @Nullable TopicStatus> statuses = new LinkedHashMap<>();

	private int read;

	private int unreachable;

	private int failed;

	StoreLook(JobStoreInspector inspector) {
		this.inspector = inspector;
	}

	void read(String topic) {
		this.statuses.put(topic, isOver() ? null : status(topic));
	}

	private boolean isOver() {
		return this.unreachable >= MAX_UNREACHABLE
				|| (this.unreachable > 0 && System.nanoTime() - this.begin > PATIENCE.toNanos());
	}

	private @Nullable TopicStatus status(String topic) {
		try {
			TopicStatus status = this.inspector.status(topic);
			this.read++;
			return status;
		}
		catch (DataAccessResourceFailureException | QueryTimeoutException ex) {
			this.unreachable++;
			logger.debug("Topic '" + topic + "' cannot be reached, trying again at the next interval", ex);
		}
		catch (TransientDataAccessResourceException | IllegalStateException ex) {
			logger.debug("Topic '" + topic + "' cannot be used at this moment", ex);
		}
		catch (RuntimeException ex) {
			this.failed++;
			logger.debug("Topic '" + topic + "' cannot be read, trying again at the next interval", ex);
		}
		return null;
	}

	/**
	 * Tell how the topics stand.
	 * @return the status of each, {@code null} if it is not known
	 */
	Map<String, @Nullable TopicStatus> statuses() {
		return Collections.unmodifiableMap(this.statuses);
	}

	// A store that answers that a topic is being moved is there, and so is one that was
	// asked for none.
	boolean isReachable() {
		return this.read > 0 || this.unreachable + this.failed == 0;
	}

}
