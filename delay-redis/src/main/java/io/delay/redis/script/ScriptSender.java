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

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Sends scripts to one server, without waiting for their replies.
 */
public interface ScriptSender {

	/**
	 * Send a script that the server has loaded.
	 * @param values its arguments
	 * @return the future reply
	 */
	CompletableFuture<List<Object>> evalsha(String digest, byte[][] keys, byte[][] values);

	/**
	 * Send a script that the server may not have loaded.
	 * @param script its text
	 * @param values its arguments
	 * @return the future reply
	 */
	CompletableFuture<List<Object>> eval(byte[] script, byte[][] keys, byte[][] values);

	// Makes the next thread connect again, because the address may point to another
	// server by now.
	void leave();

}
