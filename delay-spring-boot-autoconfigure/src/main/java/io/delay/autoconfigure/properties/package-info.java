// SPDX-License-Identifier: Apache-2.0

/**
 * The properties under {@code delay}, and the checks of their keys and values.
 */
@NullMarked
package io.delay.autoconfigure.properties;

import org.jspecify.annotations.NullMarked;
