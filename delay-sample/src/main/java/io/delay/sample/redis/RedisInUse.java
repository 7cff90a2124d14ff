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
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * Logs which Redis stores the jobs.
 */
@Component
class RedisInUse {

	private static final Log logger = LogFactory.getLog(RedisInUse.class);

	private final DataRedisConnectionDetails details;

	RedisInUse(DataRedisConnectionDetails details) {
		this.details = details;
	}

	@EventListener(ApplicationStartedEvent.class)
	void log() {
		logger.info(describe());
	}

	String describe() {
		if (this.details instanceof EmbeddedRedisConnectionDetails embedded) {
			return "Jobs are in an embedded Redis at " + EmbeddedRedis.HOST + ":" + embedded.port()
					+ ", which stops with the application. Set spring.data.redis.host to use your own";
		}
		DataRedisConnectionDetails.Standalone standalone = this.details.getStandalone();
		if (standalone != null) {
			return "Jobs are in the Redis at " + standalone.getHost() + ":" + standalone.getPort();
		}
		return "Jobs are in the Redis that spring.data.redis configures";
	}

}
