// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.delay;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;

import io.delay.benchmarks.kit.workload.BenchmarkMain;

/**
 * An application with the starter, which puts Delay under a workload.
 *
 * @since 0.1.0
 */
@SpringBootConfiguration
@EnableAutoConfiguration
public class DelayBenchmark {

	/**
	 * Run a workload.
	 * @param arguments which one, and where Redis is
	 */
	public static void main(String[] arguments) {
		BenchmarkMain.run(arguments, DelaySystem::new);
	}

}
