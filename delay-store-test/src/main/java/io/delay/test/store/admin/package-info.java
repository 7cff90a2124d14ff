// SPDX-License-Identifier: Apache-2.0

/**
 * The contract of the operations of administrators.
 */
@NullMarked
package io.delay.test.store.admin;

import org.jspecify.annotations.NullMarked;
