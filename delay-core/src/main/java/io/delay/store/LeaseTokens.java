// SPDX-License-Identifier: Apache-2.0

package io.delay.store;

import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

import org.springframework.util.Assert;

/**
 * Creates the tokens of one poller. A token contains the host, a part that distinguishes
 * the poller from other pollers on the host, and a sequence number, so that a lease shows
 * where its job is held. It ends with a secret, so that the tokens of a known poller
 * cannot be guessed. This class is thread-safe.
 *
 * @since 0.1.0
 */
public final class LeaseTokens {

	private static final int POLLER_LENGTH = 13;

	private static final int SECRET_BEGIN = 24;

	private final String poller;

	private final String secret;

	private final AtomicLong sequence = new AtomicLong();

	/**
	 * Create the tokens for a new poller.
	 * @param host the host name; characters other than {@code A-Z a-z 0-9 . _ -} are
	 * replaced by {@code _}
	 */
	public LeaseTokens(String host) {
		Assert.hasText(host, "'host' must not be empty");
		String random = UUID.randomUUID().toString();
		this.poller = host.replaceAll("[^A-Za-z0-9._-]", "_") + "/" + random.substring(0, POLLER_LENGTH);
		this.secret = random.substring(SECRET_BEGIN);
	}

	/**
	 * Return the poller that all tokens of this instance contain.
	 * @return the part of the tokens before the sequence number, which may be shown
	 */
	public String poller() {
		return this.poller;
	}

	/**
	 * Return the next token.
	 * @return a unique token without white space
	 */
	public String next() {
		return this.poller + ":" + this.sequence.incrementAndGet() + "-" + this.secret;
	}

	/**
	 * Return the poller that a token contains.
	 * @param token a token created by {@link #next()}
	 * @return the poller, or the whole token if it contains no poller
	 */
	public static String pollerOf(String token) {
		int colon = token.lastIndexOf(':');
		return (colon > 0) ? token.substring(0, colon) : token;
	}

	/**
	 * Return the host that a token contains.
	 * @param token a token created by {@link #next()}
	 * @return the host
	 */
	public static String hostOf(String token) {
		int slash = token.lastIndexOf('/');
		return (slash > 0) ? token.substring(0, slash) : token;
	}

}
