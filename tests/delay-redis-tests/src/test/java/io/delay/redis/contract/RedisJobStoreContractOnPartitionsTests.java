// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.contract;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;

import io.delay.redis.RedisSpace;
import io.delay.redis.RedisStoreFixture;
import io.delay.test.store.StoreFixture;
import io.delay.test.store.contract.PartitionedJobStoreContract;

/**
 * The Redis store passes the contract with several partitions per topic, too.
 */
@Tag("thorough")
class RedisJobStoreContractOnPartitionsTests extends PartitionedJobStoreContract {

	private final RedisStoreFixture fixture = new RedisStoreFixture(RedisSpace.shared(4));

	@Override
	public StoreFixture fixture() {
		return this.fixture;
	}

	@AfterEach
	void close() {
		this.fixture.close();
	}

}
