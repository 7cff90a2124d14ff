// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.http;

import java.util.concurrent.atomic.AtomicLong;

import org.springframework.util.unit.DataSize;

import io.delay.rest.problem.Problem;
import io.delay.rest.problem.ProblemException;
import io.delay.rest.problem.ProblemType;

/**
 * Limits the memory that the bodies of all requests occupy at the same time. A request
 * for which no memory is left is refused at once, because clients repeat it better than
 * they wait. Small bodies may exceed the maximum by a quarter, so that large bodies do
 * not prevent clients from settling their jobs. This class is the only owner of the
 * counter.
 */
public final class BodyBudget {

	/** The maximum number of bytes of a small body. */
	static final int SMALL = 64 * 1024;

	private final long max;

	private final AtomicLong held = new AtomicLong();

	public BodyBudget(DataSize max) {
		this.max = max.toBytes();
	}

	/**
	 * Begin to receive a body.
	 * @return the memory of the body, which holds nothing yet
	 */
	public BodyShare open() {
		return new BodyShare(this);
	}

	public long held() {
		return this.held.get();
	}

	/**
	 * Check whether a body can be received. Nothing is held for it, because it may arrive
	 * slowly.
	 * @param length the length that the client declares, negative if it is unknown
	 * @throws ProblemException if there is not enough memory now
	 */
	public void checkRoom(long length) {
		if (length > 0 && this.held.get() + length > maxFor(length)) {
			throw exceeded();
		}
	}

	/**
	 * Hold more bytes of a body, or give back all that it holds if there is not enough
	 * memory now. This is one step, so that of several large bodies that arrive at the
	 * same time not all are refused because of each other.
	 * @param size the size of the body including these bytes
	 * @return whether the bytes are held
	 */
	boolean take(int count, long size) {
		while (true) {
			long present = this.held.get();
			boolean isRoom = present + count <= maxFor(size);
			if (this.held.compareAndSet(present, isRoom ? present + count : present - (size - count))) {
				return isRoom;
			}
		}
	}

	void giveBack(long count) {
		this.held.addAndGet(-count);
	}

	private long maxFor(long size) {
		return (size <= SMALL) ? this.max + this.max / 4 : this.max;
	}

	/** Create the exception for a body that arrives slowly while too many others do. */
	public static ProblemException tooManyArriving() {
		return new ProblemException(Problem.temporary(ProblemType.SERVER_BUSY,
				"Too many requests at present send their bodies slowly. Nothing was changed; repeat the request later, "
						+ "or to another server"));
	}

	ProblemException exceeded() {
		return new ProblemException(Problem.temporary(ProblemType.SERVER_BUSY,
				"The requests that this server processes at present have " + this.held.get() + " of at most " + this.max
						+ " bytes. Nothing was changed; repeat the request later, to another server, "
						+ "or with fewer jobs"));
	}

}
