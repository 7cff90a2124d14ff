// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store;

/**
 * The tests of {@link PartitionedJobStoreContract}.
 */
abstract class PartitionedJobStoreContractParts implements SubmitContract, ReserveContract, SettleContract,
		TouchContract, HandBackContract, DueTimeContract, EditContract, CancelContract, RescheduleContract,
		PriorityContract, KickContract, AdministrativeBuryContract, PurgeContract, DropFailedContract, PauseContract,
		ForgetContract, ResubmitContract, FailureHandlingContract, FailuresContract, FailureListContract, FindContract,
		StatusContract, PageContract, ForecastContract, JobCopyContract, ForeignIdContract, ThroughputContract,
		AuditContract, WakeUpContract, ConsumersContract, ClockStepContract, RedeliveryContract, HistoryContract {

}
