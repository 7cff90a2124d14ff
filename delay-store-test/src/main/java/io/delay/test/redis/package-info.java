// SPDX-License-Identifier: Apache-2.0

/**
 * A real Redis for tests: embedded, in a container, or an existing server.
 */
@NullMarked
package io.delay.test.redis;

import org.jspecify.annotations.NullMarked;
