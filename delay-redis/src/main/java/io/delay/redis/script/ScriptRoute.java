// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.script;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Provides the sender for the server that stores the keys of a script.
 */
public interface ScriptRoute {

	/**
	 * Return the sender of a script.
	 * @param keys the keys of the script
	 * @throws org.springframework.dao.DataAccessException if there is no connection and
	 * none can be made
	 */
	ScriptSender sender(byte[][] keys);

	// For a thread that must not wait: null if no connection has been opened yet.
	@Nullable ScriptSender senderIfOpen(byte[][] keys);

	// The server, for messages.
	RedisServer server();

	// How long to wait for the reply of a script.
	Duration timeout();

	// Whether another server takes over when one fails.
	boolean failsOver();

}
