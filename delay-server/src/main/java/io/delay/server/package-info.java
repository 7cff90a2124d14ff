// SPDX-License-Identifier: Apache-2.0

/**
 * A server that offers Delay over HTTP, with users and roles.
 */
@NullMarked
package io.delay.server;

import org.jspecify.annotations.NullMarked;
