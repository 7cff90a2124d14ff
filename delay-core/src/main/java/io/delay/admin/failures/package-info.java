// SPDX-License-Identifier: Apache-2.0

/**
 * Failed jobs, grouped by the cause of their failure.
 */
@NullMarked
package io.delay.admin.failures;

import org.jspecify.annotations.NullMarked;
