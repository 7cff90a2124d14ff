// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.http;

/**
 * The part of the memory for bodies that one request holds, from the arrival of its first
 * byte until its operation has ended or its body was refused. It is given back once, by
 * the first of several endings, which can come on different threads: all fields are
 * guarded by the lock of this object.
 */
public final class BodyShare {

	private final BodyBudget budget;

	private long size;

	private boolean isUsed;

	private boolean isClosed;

	BodyShare(BodyBudget budget) {
		this.budget = budget;
	}

	/**
	 * Hold more bytes.
	 * @throws io.delay.rest.problem.ProblemException if the request has already ended, or
	 * if there is not enough memory now; all that the body held is given back then
	 */
	public synchronized void add(int count) {
		checkOpen();
		if (!this.budget.take(count, this.size + count)) {
			this.size = 0;
			throw this.budget.exceeded();
		}
		this.size += count;
	}

	/** Give back what is held, because the body was not received completely. */
	public synchronized void clear() {
		if (!this.isClosed) {
			this.budget.giveBack(this.size);
			this.size = 0;
		}
	}

	/**
	 * Begin the operation. From now on, {@link #abandon()} has no effect, because the
	 * operation needs the body even if the client has hung up.
	 * @throws io.delay.rest.problem.ProblemException if the request has already ended
	 */
	public synchronized void use() {
		checkOpen();
		this.isUsed = true;
	}

	/** Give the memory back if the operation has not begun. */
	public synchronized void abandon() {
		if (!this.isUsed) {
			close();
		}
	}

	/** Give the memory back. Further calls have no effect. */
	public synchronized void close() {
		clear();
		this.isClosed = true;
	}

	private void checkOpen() {
		if (this.isClosed) {
			throw BodyLimit.unreadable();
		}
	}

}
