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

import java.util.Map;
import java.util.function.UnaryOperator;

import org.springframework.data.redis.core.StringRedisTemplate;

import io.delay.redis.script.ScriptLibrary;

/**
 * How much scripts read from the keys, counted where they call Redis.
 */
final class ScriptReads {

	private static final String COUNT = """
			local server = redis
			local function size(value)
				local sum = type(value) == 'string' and #value or 0
				for _, each in ipairs(type(value) == 'table' and value or {}) do
					sum = sum + size(each)
				end
				return sum
			end
			local redis = setmetatable({ call = function(...)
				local value = server.call(...)
				server.call('HINCRBY', '%1$s', 'calls', 1)
				server.call('HINCRBY', '%1$s', 'bytes', size(value))
				return value
			end }, { __index = server })
			""";

	private final StringRedisTemplate redis;

	private final String key;

	ScriptReads(RedisSpace space) {
		this.redis = space.template();
		this.key = space.namespace() + ":test-reads";
	}

	/**
	 * A library whose scripts are counted, with the fragments that they include.
	 * @param files from the name of a file to its text
	 */
	ScriptLibrary library(UnaryOperator<String> files) {
		return new ScriptLibrary((file) -> (file.startsWith("_") ? "" : COUNT.formatted(this.key)) + files.apply(file));
	}

	void reset() {
		this.redis.delete(this.key);
	}

	long calls() {
		return count("calls");
	}

	long bytes() {
		return count("bytes");
	}

	private long count(String field) {
		Map<Object, Object> counts = this.redis.opsForHash().entries(this.key);
		return Long.parseLong((String) counts.getOrDefault(field, "0"));
	}

}
