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
