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
import io.delay.test.store.StoreFixture;

/**
 * A store on Redis with several partitions per topic, all of whose jobs are in one of
 * them: in the last one, which is asked last, so that a reserve that finds jobs there
 * knows that there are no others.
 */
final class OnePartitionFixture implements StoreFixture, AutoCloseable {

	private final RedisStoreFixture fixture;

	private final JobStore store;

	private final JobStoreInspector inspector;

	private final JobStoreAdministrator administrator;

	OnePartitionFixture(int partitions) {
		this.fixture = new RedisStoreFixture(RedisSpace.shared(partitions));
		OnePartitionIds ids = new OnePartitionIds(partitions, partitions - 1);
		this.store = new OnePartitionStore(this.fixture.store(), ids);
		this.inspector = new OnePartitionInspector(this.fixture.inspector(), ids);
		this.administrator = new OnePartitionAdministrator(this.fixture.administrator(), ids);
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
		return this.fixture.partitions();
	}

	@Override
	public boolean isPartitioned() {
		return false;
	}

	@Override
	public Instant now() {
		return this.fixture.now();
	}

	@Override
	public void advance(Duration duration) {
		this.fixture.advance(duration);
	}

	@Override
	public void close() {
		this.fixture.close();
	}

}
