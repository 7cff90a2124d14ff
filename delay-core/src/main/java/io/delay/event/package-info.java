// SPDX-License-Identifier: Apache-2.0

/**
 * Events about jobs, containers and topics, for {@code @EventListener} methods of an
 * application.
 */
@NullMarked
package io.delay.event;

import org.jspecify.annotations.NullMarked;
