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
