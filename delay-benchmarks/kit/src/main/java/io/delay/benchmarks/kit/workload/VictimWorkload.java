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
