// SPDX-License-Identifier: Apache-2.0

/**
 * Documents the Micrometer meters of Delay, and records the meters for submits and
 * observations.
 */
@NullMarked
package io.delay.metrics;

import org.jspecify.annotations.NullMarked;
