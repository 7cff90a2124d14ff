// SPDX-License-Identifier: Apache-2.0

/**
 * Auto-configuration of the start-up check and its inspections.
 */
@NullMarked
package io.delay.autoconfigure.startup;

import org.jspecify.annotations.NullMarked;
