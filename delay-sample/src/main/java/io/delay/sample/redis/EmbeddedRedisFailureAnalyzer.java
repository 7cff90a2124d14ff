// SPDX-License-Identifier: Apache-2.0

package io.delay.sample.redis;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

import io.delay.sample.redis.EmbeddedRedis.EmbeddedRedisException;

/**
 * Explains what to do if the embedded Redis cannot be started.
 */
class EmbeddedRedisFailureAnalyzer extends AbstractFailureAnalyzer<EmbeddedRedisException> {

	private static final String ACTION = """
			Start a Redis 6.2 or later, for instance with Docker or in WSL:

			    docker run --rm -p 6379:6379 redis:7

			and set its address with an environment variable

			    SPRING_DATA_REDIS_HOST=localhost

			or with spring.data.redis.host in application.yml.""";

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, EmbeddedRedisException cause) {
		return new FailureAnalysis(cause.getMessage(), ACTION, cause);
	}

}
