// SPDX-License-Identifier: Apache-2.0

package io.delay.redis;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.delay.redis.inspect.RefusalsCommand;
import io.delay.redis.script.ConnectionFailure;
import io.delay.redis.script.RedisServer;
import io.delay.redis.script.ReplyFailure;
import io.delay.redis.server.ServerInfoReader;

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

	private final RedisServer server;

	private final LettuceConnectionFactory wakeUps;

	private final String channel;

	/**
	 * Create a check. Nothing is sent to Redis yet.
	 * @param connections the connections; not closed by this check
	 */
	public RedisServerCheck(RedisConnections connections, RedisJobStoreOptions options) {
		RedisBackend backend = RedisBackend.of(connections, options);
		this.servers = new ServerInfoReader(backend.connectionOfProducers());
		this.options = options;
		this.server = backend.connectionOfProducers().server();
		this.wakeUps = connections.wakeUps();
		this.channel = options.namespace() + ":startup-check";
		this.refusals = new RefusalsCommand(backend.connectionOfProducers(), backend.producers(), options.namespace(),
				this.channel);
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
		findings.addAll(ConnectionFailure.translate(this.server, this::subscribe));
		findings.addAll(this.servers.findings(this.options.waitReplicas()));
		return List.copyOf(findings);
	}

	// On a connection of its own, because a subscriber may not call other commands. A
	// missing permission is not a finding: a listener warns about it, and an application
	// without listeners needs none
	private List<String> subscribe() {
		try (RedisConnection connection = this.wakeUps.getConnection()) {
			connection.subscribe((message, pattern) -> {
			}, this.channel.getBytes(StandardCharsets.UTF_8));
			return List.of();
		}
		catch (RedisConnectionFailureException ex) {
			throw ex;
		}
		catch (DataAccessException ex) {
			return ReplyFailure.isUnknownCommand(NestedExceptionUtils.getMostSpecificCause(ex))
					? List.of(this.server.lacks("subscribe", "jobs can be late by up to 18 seconds")) : List.of();
		}
	}

}
