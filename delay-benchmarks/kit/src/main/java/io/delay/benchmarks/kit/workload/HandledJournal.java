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
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.IntStream;

/**
 * The numbers of the jobs that were handled, in a file that outlives its JVM: the
 * operating system has the written data.
 */
final class HandledJournal implements AutoCloseable {

	private final FileChannel channel;

	HandledJournal(Path file) {
		try {
			this.channel = FileChannel.open(file, StandardOpenOption.APPEND);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	void add(int sequence) {
		try {
			this.channel.write(ByteBuffer.allocate(Integer.BYTES).putInt(sequence).flip());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	static long size(Path file) {
		try {
			return Files.size(file) / Integer.BYTES;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	static IntStream read(Path file) {
		try {
			ByteBuffer numbers = ByteBuffer.wrap(Files.readAllBytes(file));
			return IntStream.generate(numbers::getInt).limit(numbers.capacity() / Integer.BYTES);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void close() {
		try {
			this.channel.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
