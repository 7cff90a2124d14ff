// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.kit.workload;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

import io.delay.benchmarks.kit.BenchmarkArguments;
import io.delay.benchmarks.kit.load.Bench;
import io.delay.benchmarks.kit.load.Payload;
import io.delay.benchmarks.kit.load.SystemUnderTest;

/**
 * Consumes until this JVM is killed, or the one that started it has ended.
 */
final class VictimWorkload implements Workload {

	private final Path journal;

	private final int workers;

	VictimWorkload(BenchmarkArguments arguments) {
		this.journal = Path.of(arguments.text("journal", ""));
		this.workers = arguments.number("workers", 16);
		KillWorkload.setTtr(arguments);
	}

	@Override
	public void run(Bench bench) {
		try (SystemUnderTest system = bench.open(1); HandledJournal handled = new HandledJournal(this.journal)) {
			system.start(this.workers, (payload) -> {
				LockSupport.parkNanos(KillWorkload.HANDLING.toNanos());
				handled.add(Payload.parse(payload).sequence());
			});
			System.out.println(Victim.READY);
			System.in.readAllBytes();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
