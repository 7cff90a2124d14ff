// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.wakeup;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;

import io.delay.test.store.StoreFixture;
import io.delay.test.store.delivery.WakeUpContract;

/**
 * Consumers are woken up by what another instance does on PostgreSQL.
 */
@Tag("thorough")
class PostgreSqlWakeUpTests implements WakeUpContract {

	private final TwoInstancesFixture fixture = new TwoInstancesFixture();

	@Override
	public StoreFixture fixture() {
		return this.fixture;
	}

	@AfterEach
	void close() {
		this.fixture.close();
	}

	// Other instances look for jobs before this deadline
	@Override
	public void aReservePublishesItsDeadlineIfNoConsumerWakesBefore() {
	}

}
