// SPDX-License-Identifier: Apache-2.0

package io.delay.redis;

import java.time.Duration;
import java.time.Instant;

import io.delay.store.JobStore;
import io.delay.store.admin.JobStoreAdministrator;
import io.delay.store.admin.JobStoreInspector;
import io.delay.test.store.StoreFixture;
import io.delay.test.store.inspect.HistoryContract;

/**
 * A Redis store in a namespace of its own, on a clock that the test moves.
 */
public final class RedisStoreFixture implements StoreFixture, AutoCloseable {

	private final RedisSpace space;

	private final RedisTestClock clock;

	private final RedisJobStore store;

	private final RedisJobStoreInspector inspector;

	private final RedisJobStoreAdministrator administrator;

	public RedisStoreFixture() {
		this(RedisSpace.shared());
	}

	public RedisStoreFixture(RedisSpace space) {
		this.space = space;
		this.clock = new RedisTestClock(space.template(), space.namespace());
		RedisBackend backend = new RedisBackend(space.connections(),
				space.options().withHistory(HistoryContract.SETTINGS), this.clock.library());
		this.store = new RedisJobStore(backend, this.clock::now);
		this.inspector = new RedisJobStoreInspector(backend);
		this.administrator = new RedisJobStoreAdministrator(backend);
	}

	public RedisTestClock clock() {
		return this.clock;
	}

	@Override
	public JobStore store() {
		return this.store;
	}

	@Override
	public JobStoreInspector inspector() {
		return this.inspector;
	}

	@Override
	public JobStoreAdministrator administrator() {
		return this.administrator;
	}

	@Override
	public int partitions() {
		return this.space.options().partitions();
	}

	@Override
	public Instant now() {
		return this.clock.now();
	}

	@Override
	public void advance(Duration duration) {
		this.clock.advance(duration);
	}

	@Override
	public void close() {
		this.store.close();
		this.space.close();
	}

}
