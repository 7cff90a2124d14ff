// SPDX-License-Identifier: Apache-2.0

/**
 * The contract of reading topics, jobs and their history.
 */
@NullMarked
package io.delay.test.store.inspect;

import org.jspecify.annotations.NullMarked;
