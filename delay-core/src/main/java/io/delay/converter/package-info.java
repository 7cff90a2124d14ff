// SPDX-License-Identifier: Apache-2.0

/**
 * Converts payloads to bytes and back.
 */
@NullMarked
package io.delay.converter;

import org.jspecify.annotations.NullMarked;
