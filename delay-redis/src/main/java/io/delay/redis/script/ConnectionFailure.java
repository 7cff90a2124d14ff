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

package io.delay.redis.script;

import io.lettuce.core.RedisCommandExecutionException;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.data.redis.RedisConnectionFailureException;

/**
 * Says of a connection that could not be made where it was to lead, why there is none,
 * and what to do.
 */
public final class ConnectionFailure {

	private static final String NOTHING_SENT = "; nothing was sent. ";

	private ConnectionFailure() {
	}

	/**
	 * Describe a failure.
	 * @param server where the connection was to lead
	 * @param failure why there is none
	 * @return what to throw
	 */
	public static RedisConnectionFailureException describe(String server, RuntimeException failure) {
		Throwable cause = NestedExceptionUtils.getMostSpecificCause(failure);
		if (!(cause instanceof RedisCommandExecutionException)) {
			return new RedisConnectionFailureException(unreachable(server, " (" + words(cause) + ")"), failure);
		}
		String remedy = ReplyFailure.isOfLogin(cause) ? "Set spring.data.redis.username and password to what it expects"
				: "Look at what spring.data.redis and the server say of users, database and protocol";
		return new RedisConnectionFailureException(
				"Redis at " + server + " refuses the connection (" + cause.getMessage() + ")" + NOTHING_SENT + remedy,
				failure);
	}

	// Of a connection that was there before and may come again.
	public static String unreachable(String server) {
		return unreachable(server, "");
	}

	private static String unreachable(String server, String reason) {
		return "Redis at " + server + " cannot be reached" + reason + NOTHING_SENT
				+ "See that it runs and that spring.data.redis leads to it";
	}

	private static String words(Throwable cause) {
		return (cause.getMessage() != null) ? cause.getMessage() : cause.getClass().getSimpleName();
	}

}
