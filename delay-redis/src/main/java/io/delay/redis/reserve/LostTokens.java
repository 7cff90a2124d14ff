// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.reserve;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The tokens of calls to one partition whose replies were lost, at most {@value #MOST} of
 * them. The next reserve hands back the jobs that these calls may have reserved, all in
 * one pass over the leases. The jobs of further tokens are delivered again after their
 * TTR. A token can be used for several calls, so no thread reserves with a token that
 * another thread is handing back. Safe for use by several threads.
 */
final class LostTokens {

	/** One script call takes so many. */
	static final int MOST = 500;

	/** A token is removed only after its jobs were handed back. */
	private final Set<String> tokens = ConcurrentHashMap.newKeySet();

	private final Lock lock = new ReentrantLock();

	// A few threads at once can exceed the maximum by one token each, which is harmless
	void add(String token) {
		if (this.tokens.size() < MOST) {
			this.tokens.add(token);
		}
	}

	void remove(String token) {
		this.tokens.remove(token);
	}

	// Waits for another thread that is handing back jobs only if the token of the reserve
	// is a lost one. If handBack throws an exception, the tokens remain
	void handBack(String next, Consumer<List<String>> handBack) {
		if (this.tokens.isEmpty() || !lock(next)) {
			return;
		}
		try {
			List<String> lost = List.copyOf(this.tokens);
			if (!lost.isEmpty()) {
				handBack.accept(lost);
				lost.forEach(this.tokens::remove);
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	private boolean lock(String next) {
		if (this.lock.tryLock()) {
			return true;
		}
		if (!this.tokens.contains(next)) {
			return false;
		}
		this.lock.lock();
		return true;
	}

}
