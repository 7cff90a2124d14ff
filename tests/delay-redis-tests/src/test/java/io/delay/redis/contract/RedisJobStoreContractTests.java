// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.contract;

import org.junit.jupiter.api.AfterEach;

import io.delay.redis.RedisSpace;
import io.delay.redis.RedisStoreFixture;
import io.delay.test.store.StoreFixture;
import io.delay.test.store.contract.JobStoreContract;

/**
 * The Redis store passes the contract.
 */
class RedisJobStoreContractTests extends JobStoreContract {

	private final RedisStoreFixture fixture = new RedisStoreFixture(RedisSpace.shared());

	@Override
	public StoreFixture fixture() {
		return this.fixture;
	}

	@AfterEach
	void close() {
		this.fixture.close();
	}

}
