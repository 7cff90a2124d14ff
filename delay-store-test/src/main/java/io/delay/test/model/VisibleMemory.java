// SPDX-License-Identifier: Apache-2.0

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
