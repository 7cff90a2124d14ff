// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store.contract;

import io.delay.test.store.delivery.SubmitContract;

/**
 * The complete contract of a {@link io.delay.store.JobStore}. The test class of a store
 * extends this class and only has to supply {@link #fixture()}.
 *
 * @since 0.1.0
 */
// SubmitContract is named again because JUnit asks for each test whether the class has
// tests, and stops at the first class of the hierarchy that has some. It compares all
// default methods of the interfaces of a class with each other, which took two seconds of
// CPU time with all parts in one class
public abstract class JobStoreContract extends JobStoreContractParts implements SubmitContract {

}
