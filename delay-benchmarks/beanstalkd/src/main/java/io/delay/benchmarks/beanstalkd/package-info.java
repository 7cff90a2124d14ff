// SPDX-License-Identifier: Apache-2.0

/**
 * beanstalkd under the workloads, with a small client of its own.
 */
@NullMarked
package io.delay.benchmarks.beanstalkd;

import org.jspecify.annotations.NullMarked;
