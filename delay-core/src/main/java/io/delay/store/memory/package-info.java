// SPDX-License-Identifier: Apache-2.0

/**
 * The store contract implemented in the memory of one JVM, for tests and demos. It is the
 * executable model of the life cycle of a job.
 */
@NullMarked
package io.delay.store.memory;

import org.jspecify.annotations.NullMarked;
