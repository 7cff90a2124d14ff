// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.script;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Provides the sender for the server that stores the keys of a script.
 */
public interface ScriptRoute {

	ScriptSender sender(byte[][] keys);

	// For a thread that must not wait: null if no connection has been opened yet
	@Nullable ScriptSender senderIfOpen(byte[][] keys);

	RedisServer server();

	Duration timeout();

	// Whether another server takes over when one fails.
	boolean failsOver();

}
