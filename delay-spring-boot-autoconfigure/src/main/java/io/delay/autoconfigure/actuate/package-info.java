// SPDX-License-Identifier: Apache-2.0

/**
 * Auto-configuration of the actuator endpoint and the health indicator.
 */
@NullMarked
package io.delay.autoconfigure.actuate;

import org.jspecify.annotations.NullMarked;
