// SPDX-License-Identifier: Apache-2.0

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
