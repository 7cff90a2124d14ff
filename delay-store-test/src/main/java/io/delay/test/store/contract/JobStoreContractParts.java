// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store.contract;

import io.delay.test.store.delivery.IsolationContract;
import io.delay.test.store.delivery.LookAheadContract;
import io.delay.test.store.delivery.PriorityOrderContract;
import io.delay.test.store.delivery.RateLimitContract;
import io.delay.test.store.delivery.ReserveOrderContract;
import io.delay.test.store.delivery.ReserveSizeContract;

/**
 * The tests of {@link JobStoreContract}.
 */
abstract class JobStoreContractParts extends PartitionedJobStoreContractParts implements ReserveOrderContract,
		ReserveSizeContract, PriorityOrderContract, IsolationContract, LookAheadContract, RateLimitContract {

}
