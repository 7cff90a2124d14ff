// SPDX-License-Identifier: Apache-2.0

/**
 * Devices, which go offline when their heartbeats stop.
 */
@NullMarked
package io.delay.sample.device;

import org.jspecify.annotations.NullMarked;
