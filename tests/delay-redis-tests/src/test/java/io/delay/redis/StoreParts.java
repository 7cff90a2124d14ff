// SPDX-License-Identifier: Apache-2.0

package io.delay.redis;

import java.time.InstantSource;

/**
 * The parts of a store that share their knowledge of topics, for tests of other packages.
 */
public final class StoreParts {

	private final RedisBackend backend;

	StoreParts(RedisBackend backend) {
		this.backend = backend;
	}

	public RedisJobStore store() {
		return new RedisJobStore(this.backend);
	}

	public RedisJobStore store(InstantSource clock) {
		return new RedisJobStore(this.backend, clock);
	}

	public RedisJobStoreInspector inspector() {
		return new RedisJobStoreInspector(this.backend);
	}

	public RedisJobStoreAdministrator administrator() {
		return new RedisJobStoreAdministrator(this.backend);
	}

	public RedisTopicMove topicMove() {
		return new RedisTopicMove(this.backend);
	}

}
