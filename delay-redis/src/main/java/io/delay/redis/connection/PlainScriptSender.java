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

package io.delay.redis.connection;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.async.RedisScriptingAsyncCommands;

import io.delay.redis.script.ScriptSender;

/**
 * Sends scripts on a connection that all threads of one role share.
 *
 * @param connection the connection
 * @param commands what it sends with now
 */
record PlainScriptSender(SharedConnection connection,
		RedisScriptingAsyncCommands<byte[], byte[]> commands) implements ScriptSender {

	@Override
	public CompletableFuture<List<Object>> evalsha(String digest, byte[][] keys, byte[][] values) {
		return this.commands.<List<Object>>evalsha(digest, ScriptOutputType.MULTI, keys, values).toCompletableFuture();
	}

	@Override
	public CompletableFuture<List<Object>> eval(byte[] script, byte[][] keys, byte[][] values) {
		return this.commands.<List<Object>>eval(script, ScriptOutputType.MULTI, keys, values).toCompletableFuture();
	}

	@Override
	public void leave() {
		this.connection.reset(this.commands);
	}

}
