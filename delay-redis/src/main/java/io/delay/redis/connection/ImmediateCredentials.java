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

import io.lettuce.core.RedisCredentialsProvider;
import io.lettuce.core.StaticCredentialsProvider;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.lettuce.RedisCredentialsProviderFactory;
import org.springframework.util.StringUtils;

/**
 * Provides the user name and the password of the application at once, so that the driver
 * stays on the thread of the connection during its handshake. By default it continues on
 * a different thread. It may then hand out a connection that still rejects commands, or
 * report that a connection was closed instead of why.
 */
final class ImmediateCredentials implements RedisCredentialsProviderFactory {

	@Override
	public RedisCredentialsProvider createCredentialsProvider(RedisConfiguration configuration) {
		if (!(configuration instanceof RedisConfiguration.WithAuthentication authentication)) {
			return provider(null, null);
		}
		String user = authentication.getUsername();
		// As in Spring Data: without a password, a user has an empty one, except with
		// Sentinel
		boolean empty = StringUtils.hasText(user) && !(configuration instanceof RedisSentinelConfiguration);
		return provider(user, authentication.getPassword().toOptional().orElse(empty ? new char[0] : null));
	}

	@Override
	public RedisCredentialsProvider createSentinelCredentialsProvider(RedisSentinelConfiguration configuration) {
		return provider(configuration.getSentinelUsername(),
				configuration.getSentinelPassword().toOptional().orElse(null));
	}

	private static RedisCredentialsProvider provider(@Nullable String user, char @Nullable [] password) {
		boolean named = password != null && StringUtils.hasText(user);
		return new StaticCredentialsProvider(named ? user : null, password);
	}

}
