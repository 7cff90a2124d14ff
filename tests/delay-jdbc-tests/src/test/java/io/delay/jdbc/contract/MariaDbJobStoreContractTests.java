// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.contract;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;

import io.delay.jdbc.TestDatabase;
import io.delay.test.store.StoreAudit;
import io.delay.test.store.StoreFixture;
import io.delay.test.store.contract.JobStoreContract;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The store on MariaDB passes the contract.
 */
@Tag("thorough")
@Tag("weekly")
class MariaDbJobStoreContractTests extends JobStoreContract {

	private final JdbcStoreFixture fixture = new JdbcStoreFixture(TestDatabase.MARIADB);

	@Override
	public StoreFixture fixture() {
		return this.fixture;
	}

	@AfterEach
	void auditEveryTopic() {
		for (String topic : this.fixture.inspector().topics()) {
			assertThat(StoreAudit.of(this.fixture.inspector(), topic).findings()).as(topic).isEmpty();
		}
		this.fixture.close();
	}

}
