// SPDX-License-Identifier: Apache-2.0

/**
 * Auto-configuration of meters and traces, with its gauges and handlers.
 */
@NullMarked
package io.delay.autoconfigure.observation;

import org.jspecify.annotations.NullMarked;
