// SPDX-License-Identifier: Apache-2.0

/**
 * The workloads, and {@link io.delay.benchmarks.kit.workload.BenchmarkMain}, which runs
 * one of them.
 */
@NullMarked
package io.delay.benchmarks.kit.workload;

import org.jspecify.annotations.NullMarked;
