// SPDX-License-Identifier: Apache-2.0

package io.delay.redis;

import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * How often the clients of a server have called each command since {@link #reset()}. On a
 * server of the test's own.
 */
public final class CommandCounts {

	private static final Pattern CALLS = Pattern.compile("calls=(\\d+),");

	private final StringRedisTemplate redis;

	public CommandCounts(StringRedisTemplate redis) {
		this.redis = redis;
	}

	public void reset() {
		RedisCallback<Void> reset = (connection) -> {
			connection.serverCommands().resetConfigStats();
			return null;
		};
		this.redis.execute(reset);
	}

	/**
	 * Every command and its number of calls. Those inside scripts count, too.
	 */
	public Map<String, Long> calls() {
		RedisCallback<Properties> info = (connection) -> connection.serverCommands().info("commandstats");
		Map<String, Long> calls = new TreeMap<>();
		this.redis.execute(info).forEach((name, value) -> {
			Matcher matcher = CALLS.matcher(value.toString());
			if (matcher.find()) {
				calls.put(name.toString().replace("cmdstat_", ""), Long.valueOf(matcher.group(1)));
			}
		});
		return calls;
	}

}
