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

package io.delay.redis;

import java.util.List;

import io.delay.redis.partition.PartitionKeys;
import io.delay.redis.script.NoReplyException;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptArguments;
import io.delay.redis.script.ScriptReply;
import io.delay.redis.script.ScriptRunner;
import io.delay.store.OutcomeUnknownException;

/**
 * Runs scripts that change existing jobs. If no reply to a script is received, the script
 * is not repeated: the caller gets an {@link OutcomeUnknownException}.
 */
final class UnrepeatedScriptRunner {

	private final ScriptRunner runner;

	UnrepeatedScriptRunner(ScriptRunner runner) {
		this.runner = runner;
	}

	// The ids are those of the jobs to change. The list is empty if the script concerns
	// the whole topic.
	ScriptReply run(RedisScript script, PartitionKeys partition, List<String> ids, ScriptArguments arguments) {
		try {
			return this.runner.run(script, partition, arguments);
		}
		catch (NoReplyException ex) {
			throw OutcomeUnknownException.ofChange(script.verb(), partition.topic(), ids, ex);
		}
	}

}
