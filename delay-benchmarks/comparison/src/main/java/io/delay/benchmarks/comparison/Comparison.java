// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.comparison;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import io.delay.benchmarks.kit.BenchmarkArguments;

/**
 * Runs all systems under all workloads, one after the other, and prints one table.
 *
 * @since 0.1.0
 */
public final class Comparison {

	private final ComparisonOptions options;

	private final Figures figures = new Figures();

	/** The lines below the table, each printed once. */
	private final Set<String> notes = new LinkedHashSet<>();

	Comparison(ComparisonOptions options) {
		this.options = options;
	}

	/**
	 * Run and print.
	 * @param arguments each {@code key=value}; see the README beside this module
	 * @throws InterruptedException if the thread is interrupted
	 */
	public static void main(String[] arguments) throws InterruptedException {
		ComparisonOptions options = new ComparisonOptions(BenchmarkArguments.parse(arguments));
		// All servers and JVMs are stopped together with this one
		Runtime.getRuntime()
			.addShutdownHook(new Thread(() -> ProcessHandle.current().descendants().forEach(ProcessHandle::destroy)));
		new Comparison(options).run(System.out);
	}

	/**
	 * Run and print.
	 * @param out where to print the table; progress is logged
	 * @throws InterruptedException if the thread is interrupted
	 */
	void run(PrintStream out) throws InterruptedException {
		this.options.competitors().forEach(this::leaveOutWithoutStore);
		for (int repetition = 0; repetition < this.options.repetitions(); repetition++) {
			// The order changes, so that no system is always first or always after the
			// same system
			List<Competitor> order = new ArrayList<>(this.options.competitors());
			Collections.rotate(order, -repetition);
			for (Measurement measurement : this.options.measurements()) {
				for (Competitor competitor : order) {
					if (measurement.isFor(competitor, this.options) && !this.figures.isOmitted(competitor)) {
						run(repetition, measurement, competitor);
					}
				}
			}
		}
		new ResultTable(this.figures, this.options).lines().forEach(out::println);
		out.println();
		this.notes.forEach((note) -> out.println("- " + note));
		out.println("- " + Machine.describe() + ", each JVM with " + String.join(" ", Trial.JVM_OPTIONS));
	}

	private void leaveOutWithoutStore(Competitor competitor) {
		Store.reasonForAbsence(competitor, this.options).ifPresent((reason) -> {
			this.figures.leaveOut(competitor);
			this.notes.add(competitor + " was left out: " + reason);
		});
	}

	private void run(int repetition, Measurement measurement, Competitor competitor) throws InterruptedException {
		long start = System.nanoTime();
		try (Store store = Store.start(competitor, this.options)) {
			Outcome outcome = new Trial(competitor, measurement, this.options).run(store);
			this.figures.add(competitor, measurement, outcome);
			note(competitor, measurement, store, outcome);
		}
		System.err.printf("%d of %d, %s, %s: %d s%n", repetition + 1, this.options.repetitions(),
				measurement.workload(), competitor, TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start));
	}

	private void note(Competitor competitor, Measurement measurement, Store store, Outcome outcome) {
		if (outcome.settings() != null) {
			this.notes.add(competitor + ": " + outcome.settings() + ". " + this.options.load(competitor));
		}
		this.notes.add("Store: " + store.description());
		if (outcome.failure() != null) {
			this.notes.add(competitor + " failed in " + measurement.workload() + ": " + outcome.failure());
		}
	}

}
