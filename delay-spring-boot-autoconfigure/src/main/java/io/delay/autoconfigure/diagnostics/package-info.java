// SPDX-License-Identifier: Apache-2.0

/**
 * Internal to Delay: may change without notice. Exceptions that are thrown at start-up,
 * and their failure analyzers.
 */
@NullMarked
package io.delay.autoconfigure.diagnostics;

import org.jspecify.annotations.NullMarked;
