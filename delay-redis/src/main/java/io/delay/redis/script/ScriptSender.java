// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.script;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Sends scripts to one server, without waiting for their replies.
 */
public interface ScriptSender {

	CompletableFuture<List<Object>> evalsha(String digest, byte[][] keys, byte[][] values);

	// For a script that the server may not have loaded
	CompletableFuture<List<Object>> eval(byte[] script, byte[][] keys, byte[][] values);

	// Makes the next thread connect again, because the address may point to another
	// server by now.
	void leave();

}
