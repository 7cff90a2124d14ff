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

package io.delay.benchmarks.console;

import java.util.concurrent.TimeUnit;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;

import io.delay.test.redis.RedisNode;

/**
 * How many commands clients send to Redis in a second, and how much of a core Redis uses.
 */
final class RedisLoad implements AutoCloseable {

	private final RedisClient client;

	private final StatefulRedisConnection<String, String> connection;

	RedisLoad(int port) {
		this.client = RedisClient.create(RedisURI.create(RedisNode.HOST, port));
		this.connection = this.client.connect();
	}

	/**
	 * Measure.
	 * @param seconds for how long
	 * @return scripts in a second, commands in a second including those that scripts
	 * call, and the CPU of Redis in percent of a core
	 */
	String over(int seconds) throws InterruptedException {
		double scripts = scripts();
		double commands = value("stats", "total_commands_processed");
		double cpu = cpu();
		TimeUnit.SECONDS.sleep(seconds);
		double used = cpu() - cpu;
		// Without the INFO commands that this measurement itself sends
		double sent = value("stats", "total_commands_processed") - commands - 4;
		return "%.1f | %.1f | %.2f".formatted((scripts() - scripts) / seconds, Math.max(0, sent / seconds),
				100 * used / seconds);
	}

	private double cpu() {
		return value("cpu", "used_cpu_user") + value("cpu", "used_cpu_sys");
	}

	private double scripts() {
		return this.connection.sync()
			.info("commandstats")
			.lines()
			.filter((line) -> line.startsWith("cmdstat_eval"))
			.mapToDouble((line) -> Double.parseDouble(line.replaceAll(".*:calls=(\\d+).*", "$1")))
			.sum();
	}

	private double value(String section, String name) {
		return this.connection.sync()
			.info(section)
			.lines()
			.filter((line) -> line.startsWith(name + ":"))
			.mapToDouble((line) -> Double.parseDouble(line.substring(name.length() + 1)))
			.findFirst()
			.orElseThrow();
	}

	@Override
	public void close() {
		this.client.shutdown();
	}

}
