// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.script;

import java.util.regex.Pattern;

import io.lettuce.core.RedisCommandExecutionException;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.data.redis.RedisConnectionFailureException;

/**
 * Describes a connection that could not be opened: the server, the reason and what to do.
 */
public final class ConnectionFailure {

	private static final String NOTHING_SENT = "; nothing was sent. ";

	private static final Pattern CLOSED = Pattern.compile("closed prematurely|Connection reset");

	private ConnectionFailure() {
	}

	public static RedisConnectionFailureException describe(RedisServer server, RuntimeException failure) {
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

	private static String unreachable(RedisServer server, String reason) {
		return "Redis at " + server + " cannot be reached" + reason + NOTHING_SENT
				+ "Check that it is running and that " + server.settings() + " points to it";
	}

	private static String words(Throwable cause) {
		return (cause.getMessage() != null) ? cause.getMessage() : cause.getClass().getSimpleName();
	}

}
