// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.inspect;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import org.springframework.data.redis.RedisSystemException;

import io.delay.redis.connection.SharedConnection;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.RedisServer;
import io.delay.redis.script.ScriptArguments;
import io.delay.redis.script.ScriptReply;
import io.delay.redis.script.ScriptRunner;
import io.delay.redis.topic.TopicList;

/**
 * Finds commands that Redis refuses although it can be reached: a read-only replica
 * refuses all changes, and a user may lack the permission for some commands. On a
 * Cluster, only the node with the list of topics is queried.
 */
public final class RefusalsCommand {

	private static final String PUBLISH = "publish";

	private final ScriptRunner runner;

	private final byte[][] keys;

	private final String channel;

	private final RedisServer server;

	/**
	 * Whether HSET is known to be allowed. It is then not tried again, because each
	 * attempt adds an error to the statistics of the server.
	 */
	private volatile boolean hsetAllowed;

	// An empty channel omits wake-ups, for callers that need only submits and settlements
	public RefusalsCommand(SharedConnection connection, ScriptRunner runner, String namespace, String channel) {
		this.runner = runner;
		this.keys = new byte[][] { TopicList.key(namespace), absentKey(namespace) };
		this.channel = channel;
		this.server = connection.server();
	}

	public List<String> execute() {
		try {
			return refusals();
		}
		catch (RedisSystemException ex) {
			return List.of("Jobs can be neither submitted nor handled. " + ex.getMessage());
		}
	}

	private List<String> refusals() {
		ScriptReply reply = this.runner.run(RedisScript.REFUSALS, "*", this.keys,
				new ScriptArguments().add(this.channel).add(this.hsetAllowed ? "0" : "1"));
		List<String> forbidden = new ArrayList<>();
		List<String> unknown = new ArrayList<>();
		while (reply.hasNext()) {
			String command = reply.nextText();
			String words = reply.nextText();
			if (words.contains("READONLY")) {
				return List.of("Redis at " + this.server + " is a read-only replica: jobs can be neither submitted "
						+ "nor handled. " + this.server.toMaster());
			}
			if (words.contains("MISCONF")) {
				return List.of("Redis at " + this.server + " cannot write to its disk and refuses all changes: jobs "
						+ "can be neither submitted nor handled. Check its log and its disk");
			}
			(words.contains("Unknown") ? unknown : forbidden).add(command);
		}
		this.hsetAllowed = this.hsetAllowed || !(forbidden.contains("hset") || unknown.contains("hset"));
		return findings(forbidden, unknown);
	}

	// The first submit warns about a user who may not publish.
	private List<String> findings(List<String> forbidden, List<String> unknown) {
		List<String> findings = new ArrayList<>();
		forbidden.remove(PUBLISH);
		if (!forbidden.isEmpty()) {
			findings.add("The user of Redis at " + this.server + " may not call " + String.join(", ", forbidden)
					+ ": submits, deliveries or changes by operators fail. Extend its ACL as docs/stores/redis.md shows");
		}
		if (unknown.remove(PUBLISH)) {
			findings.add(this.server.lacks(PUBLISH, "jobs can be late by up to 18 seconds"));
		}
		if (!unknown.isEmpty()) {
			findings
				.add(this.server.lacks(String.join(", ", unknown), "submits, deliveries or changes by operators fail"));
		}
		return findings;
	}

	// The key is in the slot of the list of topics and among the keys that the documented
	// Redis user may use.
	private static byte[] absentKey(String namespace) {
		return ("{" + namespace + ":topics}:absent").getBytes(StandardCharsets.UTF_8);
	}

}
