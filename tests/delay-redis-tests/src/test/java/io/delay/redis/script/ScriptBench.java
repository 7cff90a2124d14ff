// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.script;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

import io.delay.redis.RedisSpace;
import io.delay.redis.RedisTestClock;
import io.delay.redis.partition.PartitionKeys;
import io.delay.redis.partition.TopicKeys;
import io.delay.redis.partition.TopicPartitions;

/**
 * Runs one script on keys that a test has seeded, by a clock that the test sets.
 */
public final class ScriptBench implements AutoCloseable {

	public static final String TOPIC = "orders";

	/** The layout of an open partition, which {@link #contents} leaves out. */
	private static final String OPEN = "1;0";

	private final RedisSpace space;

	private final RedisTestClock clock;

	private final ScriptRunner runner;

	private final PartitionKeys partition;

	public ScriptBench() {
		this(RedisSpace.shared());
	}

	public ScriptBench(RedisSpace space) {
		this(space, RedisTestClock::library);
	}

	/**
	 * A bench with scripts of its own.
	 * @param space where to run them
	 * @param library returns the library of scripts for the clock of the bench
	 */
	public ScriptBench(RedisSpace space, Function<RedisTestClock, ScriptLibrary> library) {
		this.space = space;
		this.clock = new RedisTestClock(this.space.template(), this.space.namespace());
		this.runner = new ScriptRunner(this.space.producers(), library.apply(this.clock), new ReplyFlags());
		this.partition = new TopicPartitions(this.space.namespace(), TOPIC, 1).all().get(0);
		this.space.seed(TOPIC, Map.of("meta", Map.of("layout", OPEN)));
	}

	/**
	 * The reply without the flags: numbers, texts and nulls.
	 */
	public List<Object> run(RedisScript script, Object... arguments) {
		ScriptArguments values = new ScriptArguments(this.partition);
		for (Object argument : arguments) {
			values.add(argument.toString());
		}
		return read(this.runner.run(script, this.partition, values));
	}

	/**
	 * Run a script on the consumers.
	 * @return the reply without the flags
	 */
	public List<Object> runOnConsumers(RedisScript script, Object... arguments) {
		ScriptArguments values = new ScriptArguments();
		Stream.of(arguments).map(Object::toString).forEach(values::add);
		return read(this.runner.run(script, TOPIC, new TopicKeys(this.space.namespace(), TOPIC).consumers(), values));
	}

	private static List<Object> read(ScriptReply reply) {
		List<Object> values = new ArrayList<>();
		reply.forEachRemaining((value) -> values.add(read(value)));
		return Collections.unmodifiableList(values);
	}

	private static Object read(Object value) {
		if (value instanceof List<?> list) {
			return list.stream().map(ScriptBench::read).toList();
		}
		return (value instanceof byte[] bytes) ? new String(bytes, StandardCharsets.UTF_8) : value;
	}

	public void seed(Map<String, Map<String, String>> contents) {
		this.space.seed(TOPIC, contents);
	}

	public Map<String, Map<String, String>> contents() {
		Map<String, Map<String, String>> contents = this.space.contents(TOPIC);
		Map<String, String> meta = contents.getOrDefault("meta", Map.of());
		if (OPEN.equals(meta.get("layout"))) {
			meta.remove("layout");
			contents.values().removeIf(Map::isEmpty);
		}
		return contents;
	}

	public RedisSpace space() {
		return this.space;
	}

	public RedisTestClock clock() {
		return this.clock;
	}

	public long now() {
		return this.clock.millis();
	}

	@Override
	public void close() {
		this.space.close();
	}

}
