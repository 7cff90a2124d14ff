// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.kit.load;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import io.delay.benchmarks.kit.JobSystem;
import io.delay.benchmarks.kit.StoreAddress;
import io.delay.benchmarks.kit.measurement.Meter;

/**
 * A system and the series of jobs that it handles at present.
 */
public final class SystemUnderTest implements AutoCloseable {

	public static final int BATCH = 500;

	private final MicroClock clock = new MicroClock();

	private final JobSystem system;

	private volatile JobSeries series = new JobSeries(0, 0);

	SystemUnderTest(JobSystem system) {
		this.system = system;
	}

	public boolean usesRedis() {
		return this.system.usesRedis();
	}

	public Meter meter(StoreAddress store) {
		return new Meter(store, this.system);
	}

	public void start(int workers) {
		start(workers, this::handle);
	}

	// With a handler that does more than call the one of this class.
	public void start(int workers, Consumer<String> handler) {
		this.system.start(workers, handler);
	}

	// Earlier series must be complete or never become due.
	public JobSeries newSeries(int jobs) {
		this.series = new JobSeries(this.series.first() + this.series.jobs(), jobs);
		return this.series;
	}

	public void submit(int index, long dueMicros) {
		Duration delay = this.clock.until(dueMicros);
		this.system.submit(payload(index, dueMicros), delay.isNegative() ? Duration.ZERO : delay);
	}

	public void submitInTransaction(int index, Duration delay) {
		this.system.submitInTransaction(payload(index, dueMicros(delay)), delay);
	}

	public void insertInTransaction(int index) {
		this.system.insertInTransaction(payload(index, 0));
	}

	// All jobs of the series, in batches.
	public void submitAll(Duration delay) {
		int jobs = this.series.jobs();
		for (int from = 0; from < jobs; from += BATCH) {
			submitBatch(from, Math.min(from + BATCH, jobs), delay);
		}
	}

	public void submitBatch(int from, int to, Duration delay) {
		long dueMicros = dueMicros(delay);
		List<String> payloads = IntStream.range(from, to).mapToObj((index) -> payload(index, dueMicros)).toList();
		this.system.submitAll(payloads, delay);
	}

	public long dueMicros(Duration delay) {
		return this.clock.now() + delay.toNanos() / 1000;
	}

	private String payload(int index, long dueMicros) {
		return new Payload(this.series.first() + index, dueMicros).text();
	}

	public void handle(String payload) {
		this.series.handled(Payload.parse(payload), this.clock.now());
	}

	@Override
	public void close() {
		this.system.close();
	}

}
