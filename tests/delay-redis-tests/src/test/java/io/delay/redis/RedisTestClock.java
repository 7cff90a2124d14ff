// SPDX-License-Identifier: Apache-2.0

package io.delay.redis;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

import io.lettuce.core.cluster.SlotHash;
import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisClusterNode;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.delay.redis.script.ScriptLibrary;

/**
 * A clock that a test sets, kept in a hash in the namespace of the test. The scripts of
 * {@link #library()} read it instead of {@code TIME}; those of the production code
 * cannot. The scripts find it by their first key, so that all tests have the same
 * scripts, which are expanded and sent to Redis only once. On a Cluster every master has
 * a copy of it in one of its slots, and the scripts read the one that is on theirs:
 * servers up to 7 let a script that declares nothing else do so.
 */
public final class RedisTestClock {

	private static final String NAME = ":test-clock";

	// One for each set of copies
	private static final Map<List<String>, ScriptLibrary> LIBRARIES = new ConcurrentHashMap<>();

	private final StringRedisTemplate redis;

	private final String key;

	private final List<String> suffixes;

	private Instant now = Instant.parse("2026-03-01T12:00:00Z");

	public RedisTestClock(StringRedisTemplate redis, String namespace) {
		this.redis = redis;
		this.key = namespace + NAME;
		this.suffixes = suffixes(redis);
		set(this.now);
	}

	private static List<String> suffixes(StringRedisTemplate redis) {
		LettuceConnectionFactory factory = (LettuceConnectionFactory) redis.getConnectionFactory();
		if (!factory.isClusterAware()) {
			return List.of("");
		}
		List<String> suffixes = new ArrayList<>();
		try (RedisClusterConnection connection = factory.getClusterConnection()) {
			for (RedisClusterNode node : connection.clusterGetNodes()) {
				Set<Integer> slots = node.getSlotRange().getSlots();
				if (node.isMaster() && !slots.isEmpty()) {
					suffixes.add(IntStream.iterate(0, (i) -> i + 1)
						.mapToObj((i) -> ":{" + i + "}")
						.filter((candidate) -> slots.contains(SlotHash.getSlot(candidate)))
						.findFirst()
						.orElseThrow());
				}
			}
		}
		return suffixes;
	}

	public ScriptLibrary library() {
		return LIBRARIES.computeIfAbsent(this.suffixes, (copies) -> new ScriptLibrary((file) -> read(file, copies)));
	}

	// A file of the scripts, in which this clock is read, and no key that is not
	// declared.
	public String read(String file) {
		return read(file, this.suffixes);
	}

	private static String read(String file, List<String> suffixes) {
		if (!file.equals("_time")) {
			return (file.startsWith("_") ? "" : DeclaredKeys.GUARD) + ScriptLibrary.read(file);
		}
		// Keys begin with the namespace or with a brace and the namespace
		return """
				local micros
				for _, suffix in ipairs({'%s'}) do
					local clock = KEYS[1]:match('[^{:]+') .. '%s' .. suffix
					local copy = unguarded.pcall('HGET', clock, 'micros')
					if type(copy) == 'string' then
						micros = tonumber(copy)
					end
				end
				assert(micros, 'The clock of the test cannot be read')
				""".formatted(String.join("', '", suffixes), NAME);
	}

	public Instant now() {
		return this.now;
	}

	public long millis() {
		return this.now.toEpochMilli();
	}

	public void advance(Duration duration) {
		set(this.now.plus(duration));
	}

	public void set(Instant instant) {
		this.now = instant;
		String micros = Long.toString(ChronoUnit.MICROS.between(Instant.EPOCH, instant));
		this.suffixes.forEach((suffix) -> this.redis.opsForHash().put(this.key + suffix, "micros", micros));
	}

}
