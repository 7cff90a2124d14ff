// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

import org.springframework.jdbc.core.JdbcTemplate;

import io.delay.benchmarks.kit.BenchmarkArguments;
import io.delay.benchmarks.kit.StoreAddress;

/**
 * A steady load for many minutes, then the same load while another transaction is open.
 * Prints for each minute how many jobs were submitted and handled, the CPU of PostgreSQL
 * per job, the size of the table and of its indexes, and its dead rows.
 *
 * @since 0.1.0
 */
public final class SteadyLoadBenchmark {

	private static final int THREADS = 16;

	private static final int WORKERS = 16;

	private static final int PAYLOAD_LENGTH = 200;

	private static final double MICROS = 1e6;

	private static final double MEGABYTE = 1 << 20;

	private final DelayJdbcSystem system;

	private final int rate;

	private final JdbcTemplate jdbcTemplate;

	private final AtomicLong submitted = new AtomicLong();

	private final AtomicLong handled = new AtomicLong();

	private final AtomicBoolean ended = new AtomicBoolean();

	private SteadyLoadBenchmark(DelayJdbcSystem system, int rate) {
		this.system = system;
		this.rate = rate;
		this.jdbcTemplate = new JdbcTemplate(system.dataSource());
	}

	/**
	 * Run and print.
	 * @param arguments {@code jdbc-url=… rate=… minutes=… held-minutes=…}
	 * @throws Exception if the database cannot be used
	 */
	public static void main(String[] arguments) throws Exception {
		BenchmarkArguments all = BenchmarkArguments.parse(arguments);
		StoreAddress store = new StoreAddress("", 0, all.find("jdbc-url"));
		int minutes = all.number("minutes", 30);
		int heldMinutes = all.number("held-minutes", 10);
		int rate = all.number("rate", 2000);
		all.rejectUnknown();
		try (DelayJdbcSystem system = new DelayJdbcSystem(store, 1)) {
			new SteadyLoadBenchmark(system, rate).run(minutes, heldMinutes);
		}
		System.exit(0);
	}

	private void run(int minutes, int heldMinutes) throws InterruptedException, SQLException {
		this.system.start(WORKERS, (payload) -> this.handled.incrementAndGet());
		ExecutorService threads = Executors.newFixedThreadPool(THREADS);
		long start = System.nanoTime();
		for (int i = 0; i < THREADS; i++) {
			threads.execute(() -> submit(start));
		}
		System.out.println("| minute | submitted/s | handled/s | PostgreSQL CPU per job: µs | table: MB | indexes: MB "
				+ "| dead rows | live rows |");
		System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- |");
		for (int i = 1; i <= minutes; i++) {
			minute(String.valueOf(i));
		}
		if (heldMinutes > 0) {
			try (Connection other = this.system.dataSource().getConnection();
					Statement statement = other.createStatement()) {
				other.setAutoCommit(false);
				other.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
				statement.execute("SELECT 1 FROM business LIMIT 1");
				for (int i = 1; i <= heldMinutes; i++) {
					minute(i + ", other transaction open");
				}
				other.rollback();
			}
		}
		this.ended.set(true);
		threads.shutdown();
		threads.awaitTermination(1, TimeUnit.MINUTES);
	}

	private void submit(long start) {
		while (!this.ended.get()) {
			long number = this.submitted.getAndIncrement();
			long due = start + number * TimeUnit.SECONDS.toNanos(1) / this.rate;
			for (long wait = due - System.nanoTime(); wait > 0; wait = due - System.nanoTime()) {
				LockSupport.parkNanos(wait);
			}
			this.system.submit("x".repeat(PAYLOAD_LENGTH), Duration.ofMillis(1000 + number % 4000));
		}
	}

	private void minute(String name) throws InterruptedException {
		long submittedBefore = this.submitted.get();
		long handledBefore = this.handled.get();
		double cpu = this.system.storeCpuSeconds();
		long start = System.nanoTime();
		TimeUnit.MINUTES.sleep(1);
		double seconds = (System.nanoTime() - start) / 1e9;
		long handledJobs = this.handled.get() - handledBefore;
		System.out.println(String.format(Locale.ROOT, "| %s | %.0f | %.0f | %.1f | %.1f | %.1f | %d | %d |", name,
				(this.submitted.get() - submittedBefore) / seconds, handledJobs / seconds,
				(this.system.storeCpuSeconds() - cpu) * MICROS / Math.max(1, handledJobs),
				number("pg_table_size('delay_job')") / MEGABYTE, number("pg_indexes_size('delay_job')") / MEGABYTE,
				number("(SELECT n_dead_tup FROM pg_stat_user_tables WHERE relname = 'delay_job')"),
				number("(SELECT n_live_tup FROM pg_stat_user_tables WHERE relname = 'delay_job')")));
	}

	private long number(String expression) {
		Long number = this.jdbcTemplate.queryForObject("SELECT " + expression, Long.class);
		return (number != null) ? number : 0;
	}

}
