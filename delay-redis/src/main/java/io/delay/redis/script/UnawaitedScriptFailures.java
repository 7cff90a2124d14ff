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
		if (!isForGood(cause)) {
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

	private static boolean isForGood(Throwable cause) {
		return cause instanceof RedisCommandExecutionException && !ReplyFailure.isRepeatable(cause);
	}

}
