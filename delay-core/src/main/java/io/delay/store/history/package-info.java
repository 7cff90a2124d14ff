// SPDX-License-Identifier: Apache-2.0

/**
 * Finished runs: what is kept of jobs that are done or were cancelled, if their topic
 * keeps a history.
 */
@NullMarked
package io.delay.store.history;

import org.jspecify.annotations.NullMarked;
