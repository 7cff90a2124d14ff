// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store;

import org.junit.jupiter.api.AfterEach;

import io.delay.test.store.contract.JobStoreContract;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The memory store passes the contract.
 */
class MemoryJobStoreContractTests extends JobStoreContract {

	private final MemoryStoreFixture fixture = new MemoryStoreFixture();

	@Override
	public StoreFixture fixture() {
		return this.fixture;
	}

	@AfterEach
	void auditEveryTopic() {
		for (String topic : this.fixture.inspector().topics()) {
			assertThat(StoreAudit.of(this.fixture.inspector(), topic).findings()).as(topic).isEmpty();
		}
	}

}
