// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.script;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.lettuce.core.RedisCommandExecutionException;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Logs failures of scripts whose replies are not awaited. A permanent refusal is logged
 * as a warning, once for each script and error code. Jobs are still handled in that case,
 * but monitoring shows wrong values.
 */
final class UnawaitedScriptFailures {

	private static final Log logger = LogFactory.getLog(UnawaitedScriptFailures.class);

	private final Set<String> warned = ConcurrentHashMap.newKeySet();

	void failed(RedisScript script, Throwable failure, RedisServer server) {
		Throwable cause = ReplyFailure.unwrap(failure);
		if (!isPermanent(cause)) {
			logger.debug("Script '" + script.fileName() + "' failed and will be sent again later", cause);
		}
		else if (this.warned.add(script + " " + ReplyFailure.code(cause))) {
			logger.warn("Redis refuses the script '" + script.fileName()
					+ "', which registers consumers. Listeners continue, but health, metrics and the endpoint "
					+ "may report ready jobs without a consumer although there is one. "
					+ "Compare the permissions of the Redis user with docs/stores/redis.md (ACL LOG shows what it lacks). "
					+ ReplyFailure.translate(cause, server).getMessage());
		}
	}

	private static boolean isPermanent(Throwable cause) {
		return cause instanceof RedisCommandExecutionException && !ReplyFailure.isRepeatable(cause);
	}

}
