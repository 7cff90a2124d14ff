// SPDX-License-Identifier: Apache-2.0

package io.delay.move;

import java.util.function.Consumer;
import java.util.function.Function;

import org.springframework.util.Assert;

import io.delay.store.JobStore;
import io.delay.store.admin.JobStoreAdministrator;
import io.delay.store.admin.JobStoreInspector;

/**
 * A store whose jobs are moved, or to which jobs are moved.
 *
 * @param name the name of the store in messages
 * @param store the write side of the store
 * @param inspector the read side of the same store
 * @param administrator the administrator of the same store
 * @param fence keeps applications from using a topic whose jobs are moved
 * @since 0.1.0
 */
public record MoveStore(String name, JobStore store, JobStoreInspector inspector, JobStoreAdministrator administrator,
		Function<String, TopicFence> fence) {

	public MoveStore {
		Assert.hasText(name, "'name' must not be empty");
		Assert.notNull(store, "'store' must not be null");
		Assert.notNull(inspector, "'inspector' must not be null");
		Assert.notNull(administrator, "'administrator' must not be null");
		Assert.notNull(fence, "'fence' must not be null");
	}

	/**
	 * Create a store that cannot keep applications from using its topics.
	 * @param name the name of the store in messages
	 * @param store the write side of the store
	 * @param inspector the read side of the same store
	 * @param administrator the administrator of the same store
	 */
	public MoveStore(String name, JobStore store, JobStoreInspector inspector, JobStoreAdministrator administrator) {
		this(name, store, inspector, administrator,
				(topic) -> new NoFence(inspector, new MoveStore(name, store, inspector, administrator)));
	}

	private record NoFence(JobStoreInspector inspector, MoveStore store) implements TopicFence {

		@Override
		public void forEachPart(Consumer<MoveStore> move) {
			move.accept(this.store);
		}

		@Override
		public void close() {
			// Nothing was closed
		}

	}

}
