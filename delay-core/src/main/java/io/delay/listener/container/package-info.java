// SPDX-License-Identifier: Apache-2.0

/**
 * Containers of listeners: their options, their start and stop, and the registry.
 */
@NullMarked
package io.delay.listener.container;

import org.jspecify.annotations.NullMarked;
