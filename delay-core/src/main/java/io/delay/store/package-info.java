// SPDX-License-Identifier: Apache-2.0

/**
 * The interface between the engine and the database that stores the jobs:
 * {@link io.delay.store.JobStore} for the engine,
 * {@link io.delay.store.admin.JobStoreInspector} and
 * {@link io.delay.store.admin.JobStoreAdministrator} for operators.
 */
@NullMarked
package io.delay.store;

import org.jspecify.annotations.NullMarked;
