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

package io.delay.test.model;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

import io.delay.store.JobStore;
import io.delay.store.ReserveResult;
import io.delay.store.admin.JobStoreAdministrator;
import io.delay.store.admin.JobStoreInspector;
import io.delay.store.history.HistorySettings;
import io.delay.store.memory.ModelledMemory;

/**
 * The store in memory, compared by what its inspector shows.
 *
 * @since 0.1.0
 */
public final class VisibleMemory implements Model {

	private final ModelledMemory memory = new ModelledMemory();

	@Override
	public Contents contents() {
		Contents contents = VisibleContents.of(inspector());
		contents.nextEventsOf(this.memory.contents());
		return contents;
	}

	@Override
	public void clear(HistorySettings history) {
		this.memory.clear(history);
	}

	@Override
	public void setTime(Instant now) {
		this.memory.setTime(now);
	}

	@Override
	public JobStore store() {
		return this.memory.store();
	}

	@Override
	public JobStoreInspector inspector() {
		return this.memory.inspector();
	}

	@Override
	public JobStoreAdministrator administrator() {
		return this.memory.administrator();
	}

	@Override
	public Map<String, Optional<Duration>> nextEvents(String topic, ReserveResult result) {
		return this.memory.nextEvents(topic, result);
	}

	@Override
	public void purge(String topic, String id) {
		this.memory.purge(topic, id);
	}

}
