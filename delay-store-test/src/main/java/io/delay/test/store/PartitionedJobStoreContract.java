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

package io.delay.test.store;

/**
 * What a store must do even if it keeps the jobs of a topic in several partitions, across
 * which there is no order, and no limit of one call but the caller's. The fixture of such
 * a store {@linkplain StoreFixture#isPartitioned() says so}.
 *
 * @since 0.1.0
 */
public interface PartitionedJobStoreContract
		extends SubmitContract, ReserveContract, SettleContract, TouchContract, HandBackContract, DueTimeContract,
		CancelContract, RescheduleContract, PriorityContract, KickContract, AdministrativeBuryContract, PurgeContract,
		DropFailedContract, PauseContract, ForgetContract, FindContract, StatusContract, PageContract, ForecastContract,
		AuditContract, WakeUpContract, ConsumersContract, ClockStepContract, RedeliveryContract {

}
