/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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

	public void tell(String phase, Results results) {
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
