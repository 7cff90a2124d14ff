// SPDX-License-Identifier: Apache-2.0

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
