// SPDX-License-Identifier: Apache-2.0

/**
 * Value types: jobs, their states, and the results of submits. This package depends on no
 * other package of the project.
 */
@NullMarked
package io.delay.job;

import org.jspecify.annotations.NullMarked;
