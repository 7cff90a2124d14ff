// SPDX-License-Identifier: Apache-2.0

/**
 * Callbacks to a partner that does not answer at first.
 */
@NullMarked
package io.delay.sample.callback;

import org.jspecify.annotations.NullMarked;
