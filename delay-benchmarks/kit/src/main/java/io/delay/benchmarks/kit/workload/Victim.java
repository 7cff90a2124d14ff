// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.kit.workload;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.delay.benchmarks.kit.ChildJvm;
import io.delay.benchmarks.kit.load.Bench;

/**
 * Another JVM that consumes, to be killed, and its journal.
 */
final class Victim implements AutoCloseable {

	/** Printed as soon as the JVM consumes. */
	static final String READY = "READY";

	private static final int MAX_WAIT_SECONDS = 60;

	private final Path journal;

	private final CountDownLatch ready = new CountDownLatch(1);

	private final ChildJvm jvm;

	Victim(Bench bench, int workers, int ttrSeconds) {
		this.journal = createJournal();
		List<String> arguments = new ArrayList<>(ManagementFactory.getRuntimeMXBean().getInputArguments());
		arguments.addAll(List.of(bench.mainClass().getName(), "workload=" + KillWorkload.VICTIM,
				"host=" + bench.store().host(), "port=" + bench.store().port(), "journal=" + this.journal,
				"workers=" + workers, "ttr=" + ttrSeconds));
		if (bench.store().jdbcUrl() != null) {
			arguments.add("jdbc-url=" + bench.store().jdbcUrl());
		}
		this.jvm = ChildJvm.start(System.getProperty("java.class.path"), arguments, this::read);
	}

	private static Path createJournal() {
		try {
			return Files.createTempFile("handled", ".journal");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private void read(String line) {
		if (line.equals(READY)) {
			this.ready.countDown();
		}
		else {
			System.err.println(line);
		}
	}

	void awaitReady() throws InterruptedException {
		if (!this.ready.await(MAX_WAIT_SECONDS, TimeUnit.SECONDS)) {
			throw new IllegalStateException("The other JVM did not start within " + MAX_WAIT_SECONDS + " s");
		}
	}

	void awaitHandled(int jobs) throws InterruptedException {
		long start = System.nanoTime();
		while (HandledJournal.size(this.journal) < jobs) {
			if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(MAX_WAIT_SECONDS)) {
				throw new IllegalStateException("The other JVM handled only " + HandledJournal.size(this.journal)
						+ " of " + jobs + " jobs within " + MAX_WAIT_SECONDS + " s");
			}
			TimeUnit.MILLISECONDS.sleep(1);
		}
	}

	void kill() {
		this.jvm.close();
	}

	IntStream handled() {
		return HandledJournal.read(this.journal);
	}

	@Override
	public void close() {
		kill();
		try {
			Files.delete(this.journal);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
