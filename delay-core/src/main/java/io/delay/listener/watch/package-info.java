// SPDX-License-Identifier: Apache-2.0

/**
 * Events, metrics, observations and the logging context of listeners.
 */
@NullMarked
package io.delay.listener.watch;

import org.jspecify.annotations.NullMarked;
