// SPDX-License-Identifier: Apache-2.0

package io.delay.redis;

import java.util.ArrayList;
import java.util.List;

import io.delay.redis.connection.SharedConnection;
import io.delay.redis.inspect.RefusalsCommand;
import io.delay.redis.server.ServerInfoReader;
import io.delay.redis.wakeup.SubscribeCheck;

/**
 * Checks the servers for problems: keys that are deleted when memory is full, no visible
 * persistence, a version that is too old, fewer replicas than submits wait for, a
 * read-only replica, a user without the necessary permissions, or commands that the
 * server or a proxy does not know. Reads {@code INFO} from each master, runs one script
 * that changes nothing, and subscribes to a channel once. A field that is missing from
 * {@code INFO} is not reported as a problem.
 *
 * @since 0.1.0
 */
public final class RedisServerCheck {

	private final ServerInfoReader servers;

	private final RedisJobStoreOptions options;

	private final RefusalsCommand refusals;

	private final SubscribeCheck subscribe;

	/**
	 * Create a check. Nothing is sent to Redis yet.
	 * @param connections the connections; not closed by this check
	 */
	public RedisServerCheck(RedisConnections connections, RedisJobStoreOptions options) {
		RedisBackend backend = RedisBackend.of(connections, options);
		this.servers = new ServerInfoReader(backend.connectionOfProducers());
		this.options = options;
		SharedConnection connection = backend.connectionOfProducers();
		String channel = options.namespace() + ":startup-check";
		this.refusals = new RefusalsCommand(connection, backend.producers(), options.namespace(), channel);
		this.subscribe = new SubscribeCheck(connections.wakeUps(), connection.server(), channel);
	}

	/**
	 * Check the servers.
	 * @return one message for each problem, with the servers that have it and what to
	 * change; empty if no problem was found, for instance because the servers refuse
	 * {@code INFO}
	 * @throws org.springframework.dao.DataAccessException if a server cannot be reached
	 */
	public List<String> findings() {
		List<String> findings = new ArrayList<>(this.refusals.execute());
		findings.addAll(this.subscribe.findings());
		findings.addAll(this.servers.findings(this.options.waitReplicas()));
		return List.copyOf(findings);
	}

}
