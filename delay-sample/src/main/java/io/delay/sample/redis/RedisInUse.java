// SPDX-License-Identifier: Apache-2.0

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
		this.single = !RedisAddressProperties.ofSeveralServers(environment);
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
