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

package io.delay.redis.inspect;

import java.util.Optional;

import io.delay.redis.partition.PartitionKeys;
import io.delay.redis.record.JobStateCodes;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptArguments;
import io.delay.redis.script.ScriptReply;
import io.delay.redis.script.ScriptRunner;
import io.delay.store.StoredJob;

/**
 * Reads one job.
 */
public final class FindCommand {

	private final ScriptRunner runner;

	public FindCommand(ScriptRunner runner) {
		this.runner = runner;
	}

	public Optional<StoredJob> execute(PartitionKeys partition, String id) {
		ScriptReply reply = this.runner.run(RedisScript.FIND, partition, new ScriptArguments(partition).add(id));
		return JobStateCodes.of(reply.nextLong())
			.map((state) -> StoredJobReply.read(partition.topic(), id, state, reply));
	}

}
