// SPDX-License-Identifier: Apache-2.0

package io.delay.store.share;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * Decides which submits of many threads are combined into one call. A submit is called at
 * once if fewer than the maximum number of calls are in progress. Otherwise it waits
 * until a call ends. The next call then contains all waiting submits that fit. This class
 * starts no calls: the threads do, as each store can.
 *
 * @param <P> the type of a part, which is the submit of one thread
 */
public final class SharedCalls<P extends SharedCalls.Part, C> {

	public static final int MAX_JOBS = 500;

	/** The maximum size of the payloads of a call that has more than one part. */
	public static final int MAX_BYTES = 256 * 1024;

	private final int maxCalls;

	private final Function<List<P>, C> factory;

	private final Lock lock = new ReentrantLock();

	// The parts that are not yet in a call; guarded by the lock.
	private final Deque<P> waiting = new ArrayDeque<>();

	// The number of calls in progress; guarded by the lock.
	private int inProgress;

	/**
	 * Create the calls of a store.
	 * @param maxCalls the maximum number of calls in progress
	 * @param factory creates a call of its parts. It is called under the lock of this
	 * object, and its effects are visible to the caller of each method
	 */
	public SharedCalls(int maxCalls, Function<List<P>, C> factory) {
		this.maxCalls = maxCalls;
		this.factory = factory;
	}

	/**
	 * Add a part.
	 * @return the call that the calling thread must make, {@code null} if the part waits;
	 * if the factory throws an exception, the part is not added
	 */
	public @Nullable C add(P part) {
		this.lock.lock();
		try {
			this.waiting.add(part);
			return next();
		}
		catch (Throwable ex) {
			this.waiting.remove(part);
			throw ex;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * End a call.
	 * @return the next call, which must be made, {@code null} if there is none; if the
	 * factory throws an exception, the parts wait for the next call
	 */
	public @Nullable C ended() {
		this.lock.lock();
		try {
			this.inProgress--;
			return next();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * End a call without a next one.
	 * @return the parts that were waiting
	 */
	public List<P> abandon() {
		this.lock.lock();
		try {
			this.inProgress--;
			return takeWaiting();
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Take all parts that wait, because no call can be created for them. */
	public List<P> takeWaiting() {
		this.lock.lock();
		try {
			List<P> parts = List.copyOf(this.waiting);
			this.waiting.clear();
			return parts;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Withdraw a part, unless it is already in a call.
	 * @return whether it will not be part of any call
	 */
	public boolean withdraw(P part) {
		this.lock.lock();
		try {
			return this.waiting.remove(part);
		}
		finally {
			this.lock.unlock();
		}
	}

	// Requires the lock.
	private @Nullable C next() {
		if (this.inProgress == this.maxCalls || this.waiting.isEmpty()) {
			return null;
		}
		List<P> parts = new ArrayList<>();
		int jobs = 0;
		int bytes = 0;
		for (P part : this.waiting) {
			jobs += part.jobs();
			bytes += part.bytes();
			if (!parts.isEmpty() && (jobs > MAX_JOBS || bytes > MAX_BYTES)) {
				break;
			}
			parts.add(part);
		}
		C call = this.factory.apply(parts);
		// Nothing from here on needs memory. A failure before, such as exhausted memory,
		// occupies no slot and loses no part
		for (int i = 0; i < parts.size(); i++) {
			this.waiting.remove();
		}
		this.inProgress++;
		return call;
	}

	/**
	 * The submit of one thread.
	 */
	public interface Part {

		int jobs();

		int bytes();

	}

}
