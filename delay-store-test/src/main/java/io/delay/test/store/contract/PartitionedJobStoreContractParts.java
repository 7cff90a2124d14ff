// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store.contract;

import io.delay.test.store.admin.AdministrativeBuryContract;
import io.delay.test.store.admin.CancelContract;
import io.delay.test.store.admin.DropFailedContract;
import io.delay.test.store.admin.EditContract;
import io.delay.test.store.admin.ForgetContract;
import io.delay.test.store.admin.JobCopyContract;
import io.delay.test.store.admin.KickContract;
import io.delay.test.store.admin.PauseContract;
import io.delay.test.store.admin.PurgeContract;
import io.delay.test.store.admin.RescheduleContract;
import io.delay.test.store.delivery.ClockStepContract;
import io.delay.test.store.delivery.DueTimeContract;
import io.delay.test.store.delivery.FailureHandlingContract;
import io.delay.test.store.delivery.ForeignIdContract;
import io.delay.test.store.delivery.HandBackContract;
import io.delay.test.store.delivery.PriorityContract;
import io.delay.test.store.delivery.RedeliveryContract;
import io.delay.test.store.delivery.ReserveContract;
import io.delay.test.store.delivery.ResubmitContract;
import io.delay.test.store.delivery.SettleContract;
import io.delay.test.store.delivery.SubmitContract;
import io.delay.test.store.delivery.TouchContract;
import io.delay.test.store.delivery.WakeUpContract;
import io.delay.test.store.inspect.AuditContract;
import io.delay.test.store.inspect.ConsumersContract;
import io.delay.test.store.inspect.FailureListContract;
import io.delay.test.store.inspect.FailuresContract;
import io.delay.test.store.inspect.FindContract;
import io.delay.test.store.inspect.ForecastContract;
import io.delay.test.store.inspect.HistoryContract;
import io.delay.test.store.inspect.PageContract;
import io.delay.test.store.inspect.StatusContract;
import io.delay.test.store.inspect.ThroughputContract;

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
