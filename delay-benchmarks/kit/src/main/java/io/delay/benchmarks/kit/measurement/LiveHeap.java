// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.kit.measurement;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;

import io.delay.benchmarks.kit.Results;

/**
 * The memory that remains on the heap of this JVM after garbage collection, while more
 * and more jobs are handled.
 */
public final class LiveHeap {

	private static final double MEGABYTE = 1e6;

	private final MemoryMXBean memory = ManagementFactory.getMemoryMXBean();

	private final List<Point> points = new ArrayList<>();

	public void measure(int jobs) {
		System.gc();
		// Objects whose references were just cleared become garbage only now
		System.gc();
		add(jobs, this.memory.getHeapMemoryUsage().getUsed());
	}

	void add(int jobs, long bytes) {
		this.points.add(new Point(jobs, bytes));
	}

	public void report(String phase, Results results) {
		DoubleSummaryStatistics bytes = this.points.stream().mapToDouble(Point::bytes).summaryStatistics();
		results.add(phase + ".heap-first", this.points.get(0).bytes() / MEGABYTE);
		results.add(phase + ".heap-last", this.points.get(this.points.size() - 1).bytes() / MEGABYTE);
		results.add(phase + ".heap-least", bytes.getMin() / MEGABYTE);
		results.add(phase + ".heap-most", bytes.getMax() / MEGABYTE);
		results.add(phase + ".heap-slope", slope());
	}

	// By how many bytes the heap grows with each job: the slope of the line with the
	// least squares, so that no single point decides.
	double slope() {
		double meanJobs = this.points.stream().mapToDouble(Point::jobs).average().orElseThrow();
		double meanBytes = this.points.stream().mapToDouble(Point::bytes).average().orElseThrow();
		double covariance = 0;
		double variance = 0;
		for (Point point : this.points) {
			covariance += (point.jobs() - meanJobs) * (point.bytes() - meanBytes);
			variance += (point.jobs() - meanJobs) * (point.jobs() - meanJobs);
		}
		return covariance / variance;
	}

	private record Point(double jobs, double bytes) {

	}

}
