// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.kit.workload;

import io.delay.benchmarks.kit.BenchmarkArguments;
import io.delay.benchmarks.kit.JobSystemFactory;
import io.delay.benchmarks.kit.Results;
import io.delay.benchmarks.kit.StoreAddress;
import io.delay.benchmarks.kit.load.Bench;
import io.delay.benchmarks.kit.load.LoadSettings;

/**
 * Runs one workload against one system and prints the figures.
 *
 * @since 0.1.0
 */
public final class BenchmarkMain {

	private BenchmarkMain() {
	}

	/**
	 * Run the workload of the arguments and end this JVM, with a status other than 0 if
	 * the workload failed. Must be called by the main method of the caller, which a
	 * workload may start in another JVM.
	 * @param arguments {@code workload=… host=… port=… [jdbc-url=…]} and those of the
	 * workload
	 * @param factory creates the system
	 */
	public static void run(String[] arguments, JobSystemFactory factory) {
		Class<?> mainClass = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass();
		Results results = new Results(System.out);
		int status = 1;
		try {
			BenchmarkArguments all = BenchmarkArguments.parse(arguments);
			Workload workload = workload(all);
			StoreAddress store = new StoreAddress(all.text("host", "localhost"), all.number("port", 6379),
					all.find("jdbc-url"));
			all.rejectUnknown();
			workload.run(new Bench(mainClass, factory, store, results));
			status = 0;
		}
		catch (Throwable ex) {
			ex.printStackTrace();
			results.failed(String.valueOf(ex.getMessage()));
		}
		// Threads of a system must not keep the JVM alive after the workload
		System.exit(status);
	}

	private static Workload workload(BenchmarkArguments arguments) {
		String name = arguments.text("workload", "life");
		return switch (name) {
			case "life" -> new LifeWorkload(arguments, LoadSettings.THREADS);
			case "life-alone" -> new LifeWorkload(arguments, 1);
			case "transaction" -> new TransactionWorkload(arguments);
			case "batch" -> new BatchWorkload(arguments);
			case "memory" -> new MemoryWorkload(arguments);
			case "idle" -> new IdleWorkload(arguments);
			case "idle-lateness" -> new IdleLatenessWorkload(arguments);
			case "load-lateness" -> new LoadLatenessWorkload(arguments, 2000);
			case "load-lateness-500" -> new LoadLatenessWorkload(arguments, 500);
			case "growth" -> new GrowthWorkload(arguments);
			case "endurance" -> new EnduranceWorkload(arguments);
			case "kill" -> new KillWorkload(arguments);
			case KillWorkload.VICTIM -> new VictimWorkload(arguments);
			default -> throw new IllegalArgumentException("There is no workload '" + name + "'");
		};
	}

}
