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

package io.delay.sample.redis;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.stereotype.Component;

/**
 * Logs which Redis stores the jobs.
 */
@Component
class RedisInUse {

	private static final Log logger = LogFactory.getLog(RedisInUse.class);

	private final LettuceConnectionFactory connectionFactory;

	private final boolean embedded;

	private final boolean single;

	RedisInUse(LettuceConnectionFactory connectionFactory, ObjectProvider<EmbeddedRedis> embedded,
			Environment environment) {
		this.connectionFactory = connectionFactory;
		this.embedded = embedded.getIfAvailable() != null;
		this.single = !RedisAddresses.ofSeveralServers(environment);
	}

	@EventListener(ApplicationStartedEvent.class)
	void log() {
		logger.info(describe());
	}

	String describe() {
		String address = this.connectionFactory.getHostName() + ":" + this.connectionFactory.getPort();
		if (this.embedded) {
			return "Jobs are stored in an embedded Redis at " + address
					+ ", which stops with the application. Set spring.data.redis.host to use your own";
		}
		return "Jobs are stored in the Redis " + (this.single ? "at " + address : "configured by spring.data.redis");
	}

}
