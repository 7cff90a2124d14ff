// SPDX-License-Identifier: Apache-2.0

/**
 * A proxy that breaks connections to a server, for tests.
 */
@NullMarked
package io.delay.test.net;

import org.jspecify.annotations.NullMarked;
