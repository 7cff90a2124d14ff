// SPDX-License-Identifier: Apache-2.0

/**
 * The contract of submitting, reserving and settling jobs.
 */
@NullMarked
package io.delay.test.store.delivery;

import org.jspecify.annotations.NullMarked;
