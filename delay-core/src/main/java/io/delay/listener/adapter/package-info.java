// SPDX-License-Identifier: Apache-2.0

/**
 * Handlers that call methods of beans: argument resolution, payload conversion and
 * checks.
 */
@NullMarked
package io.delay.listener.adapter;

import org.jspecify.annotations.NullMarked;
