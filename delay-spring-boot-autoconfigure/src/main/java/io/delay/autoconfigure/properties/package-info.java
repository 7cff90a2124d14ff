// SPDX-License-Identifier: Apache-2.0

/**
 * The properties under {@code delay}, the checks of their keys, and the mappers that
 * create options from them.
 */
@NullMarked
package io.delay.autoconfigure.properties;

import org.jspecify.annotations.NullMarked;
