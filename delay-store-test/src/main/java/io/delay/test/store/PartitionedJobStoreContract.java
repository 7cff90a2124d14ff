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
 * The part of the contract that also holds for stores that keep the jobs of a topic in
 * several partitions. Such a store has no order across partitions, and the number of jobs
 * per call is limited only by the limit that the caller sets. The fixture of such a store
 * returns {@code true} from {@link StoreFixture#isPartitioned()}.
 *
 * @since 0.1.0
 */
// JobStoreContract explains why SubmitContract is named again
public abstract class PartitionedJobStoreContract extends PartitionedJobStoreContractParts implements SubmitContract {

}
