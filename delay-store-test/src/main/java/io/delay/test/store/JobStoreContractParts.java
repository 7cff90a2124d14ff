// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store;

/**
 * The tests of {@link JobStoreContract}.
 */
abstract class JobStoreContractParts extends PartitionedJobStoreContractParts implements ReserveOrderContract,
		ReserveSizeContract, PriorityOrderContract, IsolationContract, LookAheadContract, RateLimitContract {

}
