// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.delay;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;

import io.delay.test.redis.RedisNode;

/**
 * How many scripts one server executed since a moment, and for how long the longest of
 * them blocked it, according to its slow log. The log contains the commands that take at
 * least a given time. That time should be longer for operations with many scripts,
 * because the log also contains the commands inside scripts, and Redis needs memory for
 * each of them.
 */
final class SlowestCommand implements AutoCloseable {

	private static final int MAX_COMMANDS = 100_000;

	private static final Pattern SCRIPTS = Pattern.compile("cmdstat_eval\\w*:calls=(\\d+)");

	private final RedisClient client;

	private final StatefulRedisConnection<String, String> connection;

	SlowestCommand(int port) {
		this.client = RedisClient.create(RedisURI.create(RedisNode.HOST, port));
		this.connection = this.client.connect();
		this.connection.sync().configSet("slowlog-max-len", Integer.toString(MAX_COMMANDS));
	}

	void start(Duration slow) {
		this.connection.sync().configSet("slowlog-log-slower-than", Long.toString(TimeUnit.MICROSECONDS.convert(slow)));
		this.connection.sync().configResetstat();
		this.connection.sync().slowlogReset();
	}

	// Returns the number of scripts, and the microseconds of the slowest one in the slow
	// log, 0 if there is none.
	long[] stop() {
		long[] result = { scripts(), 0 };
		for (Object entry : this.connection.sync().slowlogGet(MAX_COMMANDS)) {
			List<?> fields = (List<?>) entry;
			if (String.valueOf(((List<?>) fields.get(3)).get(0)).toLowerCase(Locale.ROOT).startsWith("eval")) {
				result[1] = Math.max(result[1], (Long) fields.get(2));
			}
		}
		return result;
	}

	// Runs scripts of about 0.2 ms. The longest one shows how long the machine interrupts
	// Redis.
	void count(int scripts) {
		for (int i = 0; i < scripts; i++) {
			this.connection.sync()
				.eval("local n = 0 for i = 1, 30000 do n = n + i end return n", ScriptOutputType.INTEGER);
		}
	}

	// Runs scripts that only look up fields of a large hash. The longest one shows how
	// long the machine interrupts Redis, or makes it wait for memory.
	void lookUp(int scripts, String key, String prefix, int fields) {
		for (int i = 0; i < scripts; i++) {
			this.connection.sync()
				.eval("math.randomseed(ARGV[1]) for i = 1, 200 do "
						+ "redis.call('HEXISTS', KEYS[1], ARGV[2] .. math.random(0, ARGV[3])) end",
						ScriptOutputType.STATUS, new String[] { key }, Integer.toString(i), prefix,
						Integer.toString(fields - 1));
		}
	}

	private long scripts() {
		Matcher matcher = SCRIPTS.matcher(this.connection.sync().info("commandstats"));
		return matcher.results().mapToLong((result) -> Long.parseLong(result.group(1))).sum();
	}

	@Override
	public void close() {
		this.client.shutdown();
	}

}
