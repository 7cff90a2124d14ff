// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.comparison;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A folder that is deleted when it is closed.
 */
final class TemporaryFolder implements AutoCloseable {

	private final Path path;

	TemporaryFolder() {
		try {
			this.path = Files.createTempDirectory("delay-benchmark");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	Path path() {
		return this.path;
	}

	@Override
	public void close() {
		try (Stream<Path> all = Files.walk(this.path)) {
			List<Path> insideOut = all.sorted(Comparator.reverseOrder()).toList();
			for (Path path : insideOut) {
				Files.deleteIfExists(path);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
