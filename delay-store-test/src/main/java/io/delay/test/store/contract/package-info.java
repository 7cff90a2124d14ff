// SPDX-License-Identifier: Apache-2.0

/**
 * The complete contract of a job store, for a test class to extend.
 */
@NullMarked
package io.delay.test.store.contract;

import org.jspecify.annotations.NullMarked;
