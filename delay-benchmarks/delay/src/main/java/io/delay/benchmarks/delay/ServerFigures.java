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

package io.delay.benchmarks.delay;

import java.util.List;
import java.util.Properties;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * The work of a Redis since a moment: its CPU time and the commands of clients, without
 * those that scripts run.
 */
final class ServerFigures implements AutoCloseable {

	private static final List<String> CLIENT_COMMANDS = List.of("evalsha", "eval", "ping", "subscribe", "hello");

	private final LettuceConnectionFactory factory;

	private final RedisConnection connection;

	private long commandsBefore;

	private double cpuBefore;

	ServerFigures(String host, int port) {
		this.factory = new LettuceConnectionFactory(host, port);
		this.factory.afterPropertiesSet();
		this.factory.start();
		this.connection = this.factory.getConnection();
	}

	void start() {
		this.commandsBefore = 0;
		this.cpuBefore = 0;
		this.commandsBefore = clientCommands();
		this.cpuBefore = cpuMillis();
	}

	long clientCommands() {
		Properties stats = this.connection.serverCommands().info("commandstats");
		return CLIENT_COMMANDS.stream()
			.map((command) -> stats.getProperty("cmdstat_" + command, "calls=0,"))
			.mapToLong((line) -> Long.parseLong(line.substring(line.indexOf('=') + 1, line.indexOf(','))))
			.sum() - this.commandsBefore;
	}

	double cpuMillis() {
		Properties cpu = this.connection.serverCommands().info("cpu");
		return 1000 * (Double.parseDouble(cpu.getProperty("used_cpu_user"))
				+ Double.parseDouble(cpu.getProperty("used_cpu_sys"))) - this.cpuBefore;
	}

	@Override
	public void close() {
		this.connection.close();
		this.factory.destroy();
	}

}
