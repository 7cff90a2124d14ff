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
 * The way of scripts to the server that has their keys.
 */
public interface ScriptRoute {

	/**
	 * What a script is sent with.
	 * @param keys its keys
	 * @return the sender
	 * @throws org.springframework.dao.DataAccessException if there is no connection and
	 * none can be made
	 */
	ScriptSender sender(byte[][] keys);

	// The same for a thread that must not wait: null if there was no connection so far.
	@Nullable ScriptSender senderIfOpen(byte[][] keys);

	// Look for the server anew, before what was not executed is sent again.
	void lookAgain();

	// Where it leads, in words for a person.
	String server();

	// How long a script may take.
	Duration timeout();

	// Whether another server takes over when one fails.
	boolean failsOver();

}
