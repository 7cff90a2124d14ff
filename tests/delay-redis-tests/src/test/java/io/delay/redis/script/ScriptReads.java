// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.script;

import java.util.Map;
import java.util.function.UnaryOperator;

import org.springframework.data.redis.core.StringRedisTemplate;

import io.delay.redis.RedisSpace;

/**
 * How much scripts read from the keys, counted where they call Redis.
 */
public final class ScriptReads {

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

	public ScriptReads(RedisSpace space) {
		this.redis = space.template();
		this.key = space.namespace() + ":test-reads";
	}

	/**
	 * A library whose scripts are counted, with the fragments that they include.
	 * @param files from the name of a file to its text
	 */
	public ScriptLibrary library(UnaryOperator<String> files) {
		return new ScriptLibrary((file) -> (file.startsWith("_") ? "" : COUNT.formatted(this.key)) + files.apply(file));
	}

	public void reset() {
		this.redis.delete(this.key);
	}

	public long calls() {
		return count("calls");
	}

	public long bytes() {
		return count("bytes");
	}

	private long count(String field) {
		Map<Object, Object> counts = this.redis.opsForHash().entries(this.key);
		return Long.parseLong((String) counts.getOrDefault(field, "0"));
	}

}
