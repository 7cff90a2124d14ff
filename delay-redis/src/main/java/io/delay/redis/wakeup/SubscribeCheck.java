// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.wakeup;

import java.nio.charset.StandardCharsets;
import java.util.List;

import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.delay.redis.script.ConnectionFailure;
import io.delay.redis.script.RedisServer;
import io.delay.redis.script.ReplyFailure;

/**
 * Finds out whether the server, and a proxy before it, know {@code SUBSCRIBE}. Uses a
 * connection of its own for this, because a subscriber may not call other commands.
 */
public final class SubscribeCheck {

	private final LettuceConnectionFactory factory;

	private final RedisServer server;

	private final byte[] channel;

	public SubscribeCheck(LettuceConnectionFactory factory, RedisServer server, String channel) {
		this.factory = factory;
		this.server = server;
		this.channel = channel.getBytes(StandardCharsets.UTF_8);
	}

	// A missing permission is not a finding: a listener warns about it, and an
	// application without listeners needs none
	public List<String> findings() {
		return ConnectionFailure.translate(this.server, this::subscribe);
	}

	private List<String> subscribe() {
		try (RedisConnection connection = this.factory.getConnection()) {
			connection.subscribe((message, pattern) -> {
			}, this.channel);
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
