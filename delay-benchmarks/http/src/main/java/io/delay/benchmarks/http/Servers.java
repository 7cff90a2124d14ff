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

package io.delay.benchmarks.http;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import io.delay.benchmarks.kit.BenchmarkArguments;

/**
 * Starts the servers.
 *
 * @param jar the jar of the server as it is delivered
 * @param options the options of the JVM of each server
 */
record Servers(Path jar, List<String> options) {

	static final String USER = "benchmark";

	static final String PASSWORD = "benchmark";

	// Of the password above
	private static final String HASH = "{bcrypt}$2b$10$N2LxSTmkj5AGHiP/k4kw2.rZ3Rci3lNwS4NepyUhWI9cgiyy7hAi.";

	static Servers of(BenchmarkArguments arguments, String memory) {
		Path jar = Path.of(arguments.text("server", "delay-server/target/delay-server.jar")).toAbsolutePath();
		if (!Files.exists(jar)) {
			throw new IllegalArgumentException("There is no " + jar + ". Name the jar of the server with server=...");
		}
		String options = arguments.text("server-options", memory);
		return new Servers(jar, List.of(options.split(" ")));
	}

	static ServerProcess redis() {
		String program = find("redis-server").orElseThrow(
				() -> new IllegalStateException("'redis-server' is not on the path; Debian's package has this name"));
		return ServerProcess.start((port) -> List.of(program, "--bind", "127.0.0.1", "--port", String.valueOf(port),
				"--save", "", "--appendonly", "no"));
	}

	static Optional<String> findBeanstalkd() {
		return find("beanstalkd");
	}

	static ServerProcess beanstalkd() {
		String program = findBeanstalkd().orElseThrow();
		return ServerProcess.start((port) -> List.of(program, "-l", "127.0.0.1", "-p", String.valueOf(port)));
	}

	private static Optional<String> find(String program) {
		return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
			.map((folder) -> Path.of(folder, program))
			.filter(Files::isExecutable)
			.findFirst()
			.map(Path::toString);
	}

	/**
	 * Start the server as it is delivered: Spring MVC on Tomcat with Spring Security.
	 * @param redis its Redis
	 * @return the server
	 */
	ServerProcess delayServer(ServerProcess redis) {
		return java(redis, List.of("-jar", this.jar.toString()), "--delay.server.users." + USER + ".password=" + HASH,
				"--delay.server.users." + USER + ".roles=producer,consumer");
	}

	/**
	 * Start an application with Spring WebFlux on Netty, without Spring Security.
	 * @param redis its Redis
	 * @return the server
	 */
	ServerProcess webFlux(ServerProcess redis) {
		return java(redis, List.of("-cp", System.getProperty("java.class.path"), WebFluxApplication.class.getName()));
	}

	private ServerProcess java(ServerProcess redis, List<String> program, String... arguments) {
		return ServerProcess.start((port) -> {
			List<String> command = new ArrayList<>();
			command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
			command.addAll(this.options);
			command.addAll(program);
			command.add("--server.port=" + port);
			command.add("--spring.data.redis.port=" + redis.port());
			command.addAll(List.of(arguments));
			return command;
		});
	}

}
