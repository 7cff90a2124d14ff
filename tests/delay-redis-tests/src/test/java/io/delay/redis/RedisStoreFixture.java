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

package io.delay.redis;

import java.time.Duration;
import java.time.Instant;

import io.delay.store.JobStore;
import io.delay.store.admin.JobStoreAdministrator;
import io.delay.store.admin.JobStoreInspector;
import io.delay.test.store.HistoryContract;
import io.delay.test.store.StoreFixture;

/**
 * A Redis store in a namespace of its own, on a clock that the test moves.
 */
final class RedisStoreFixture implements StoreFixture, AutoCloseable {

	private final RedisSpace space;

	private final RedisTestClock clock;

	private final RedisJobStore store;

	private final RedisJobStoreInspector inspector;

	private final RedisJobStoreAdministrator administrator;

	RedisStoreFixture() {
		this(RedisSpace.shared());
	}

	RedisStoreFixture(RedisSpace space) {
		this.space = space;
		this.clock = new RedisTestClock(space.template(), space.namespace());
		RedisBackend backend = new RedisBackend(space.connections(),
				space.options().withHistory(HistoryContract.SETTINGS), this.clock.library());
		this.store = new RedisJobStore(backend, this.clock::now);
		this.inspector = new RedisJobStoreInspector(backend);
		this.administrator = new RedisJobStoreAdministrator(backend);
	}

	RedisTestClock clock() {
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
