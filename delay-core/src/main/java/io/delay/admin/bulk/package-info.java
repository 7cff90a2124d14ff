// SPDX-License-Identifier: Apache-2.0

/**
 * Operations on all jobs of a state or a cause in several calls, between which the caller
 * can show the progress and stop.
 */
@NullMarked
package io.delay.admin.bulk;

import org.jspecify.annotations.NullMarked;
