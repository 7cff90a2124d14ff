// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.http;

import java.io.ByteArrayOutputStream;

import io.delay.rest.problem.ProblemException;

/**
 * Receives one body. The memory that it occupies grows with the bytes that have arrived,
 * whatever length the client declares. This class is used by one thread at a time.
 */
public final class BodyReceiver {

	private final ByteArrayOutputStream received = new ByteArrayOutputStream();

	private final BodyLimit limit;

	private final BodyShare share;

	private final long startedAt = System.nanoTime();

	public BodyReceiver(BodyLimit limit, BodyShare share) {
		this.limit = limit;
		this.share = share;
	}

	/**
	 * Receive bytes.
	 * @param count how many bytes of the buffer, from its beginning
	 * @throws ProblemException if the body is too large, there is not enough memory, or
	 * the body has not arrived in time
	 */
	public void receive(byte[] buffer, int count) {
		this.limit.checkLength((long) this.received.size() + count);
		if (System.nanoTime() - this.startedAt > this.limit.time().toNanos()) {
			throw BodyLimit.unreadable();
		}
		this.share.add(count);
		this.received.write(buffer, 0, count);
	}

	public byte[] body() {
		return this.received.toByteArray();
	}

}
