// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store.contract;

import io.delay.test.store.StoreFixture;
import io.delay.test.store.delivery.SubmitContract;

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
