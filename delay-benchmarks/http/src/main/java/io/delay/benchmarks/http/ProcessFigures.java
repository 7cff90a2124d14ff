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

package io.delay.benchmarks.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The memory and the threads of a JVM, after a garbage collection.
 *
 * @param threads the number of its threads
 * @param liveHeap the live objects on its heap, in MB
 * @param resident the memory that the process occupies, in MB
 */
record ProcessFigures(int threads, double liveHeap, double resident) {

	private static final double MEGABYTE = 1e6;

	private static final double KILOBYTES_PER_MEGABYTE = MEGABYTE / 1024;

	static ProcessFigures of(long pid) {
		// The histogram contains live objects only, so that garbage is collected before
		double live = liveBytes(pid) / MEGABYTE;
		return new ProcessFigures((int) status(pid, "Threads:"), live, status(pid, "VmRSS:") / KILOBYTES_PER_MEGABYTE);
	}

	// The last line is "Total", the number of objects and the number of bytes
	private static double liveBytes(long pid) {
		String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
		try {
			Process process = new ProcessBuilder(jcmd, String.valueOf(pid), "GC.class_histogram")
				.redirectErrorStream(true)
				.start();
			List<String> lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines()
				.toList();
			String[] words = lines.get(lines.size() - 1).trim().split("\\s+");
			return Double.parseDouble(words[2]);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static double status(long pid, String field) {
		try {
			return Files.readAllLines(Path.of("/proc", String.valueOf(pid), "status"))
				.stream()
				.filter((line) -> line.startsWith(field))
				.mapToDouble((line) -> Double.parseDouble(line.substring(field.length()).replace("kB", "").trim()))
				.findFirst()
				.orElseThrow();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public String toString() {
		return "%d threads, live heap %.1f MB, RSS %.0f MB".formatted(this.threads, this.liveHeap, this.resident);
	}

}
