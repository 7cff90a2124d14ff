// SPDX-License-Identifier: Apache-2.0

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
