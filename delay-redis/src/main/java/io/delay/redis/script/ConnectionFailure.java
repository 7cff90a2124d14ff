// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.script;

import java.util.function.Supplier;
import java.util.regex.Pattern;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.data.redis.RedisConnectionFailureException;

/**
 * Describes a connection that could not be opened: the server, the reason and what to do.
 */
public final class ConnectionFailure {

	private static final String NOTHING_SENT = "; nothing was sent. ";

	private static final Pattern CLOSED = Pattern.compile("closed prematurely|Connection reset");

	// From the driver, if the server refuses a connection before the driver listens to it
	private static final String REASON_LOST = "RedisHandshakeHandler not registered";

	private static final int ATTEMPTS = 3;

	private ConnectionFailure() {
	}

	/**
	 * Make a call that opens a connection, and describe its failure. If the driver lost
	 * the reason of the failure, the call is repeated at most twice to learn the reason.
	 */
	public static <T> T translate(RedisServer server, Supplier<T> call) {
		for (int attempt = 1;; attempt++) {
			try {
				return call.get();
			}
			catch (RedisConnectionFailureException | RedisException ex) {
				if (attempt == ATTEMPTS || !REASON_LOST.equals(words(NestedExceptionUtils.getMostSpecificCause(ex)))) {
					throw describe(server, ex);
				}
			}
		}
	}

	private static RedisConnectionFailureException describe(RedisServer server, RuntimeException failure) {
		Throwable cause = NestedExceptionUtils.getMostSpecificCause(failure);
		if (!(cause instanceof RedisCommandExecutionException)) {
			String remedy = CLOSED.matcher(words(cause)).find()
					? ". If it is, the server may expect TLS, or a proxy "
							+ "may close connections on HELLO or CLIENT as twemproxy does, which Lettuce cannot use"
					: "";
			return new RedisConnectionFailureException(unreachable(server, " (" + words(cause) + ")") + remedy,
					failure);
		}
		String remedy = ReplyFailure.isOfLogin(cause) ? "Set " + server.credentials() + " to valid credentials"
				: "Compare user, database and protocol in " + server.settings() + " with the settings of the server";
		return new RedisConnectionFailureException("Redis at " + server + " refuses the connection ("
				+ ReplyFailure.words(cause) + ")" + NOTHING_SENT + remedy, failure);
	}

	// Describes a connection that was open before. The driver may open it again.
	public static String unreachable(RedisServer server) {
		return unreachable(server, "");
	}

	public static String unreachable(RedisServer server, String reason) {
		return "Redis at " + server + " cannot be reached" + reason + NOTHING_SENT
				+ "Check that it is running and that " + server.settings() + " points to it";
	}

	private static String words(Throwable cause) {
		return (cause.getMessage() != null) ? cause.getMessage() : cause.getClass().getSimpleName();
	}

}
