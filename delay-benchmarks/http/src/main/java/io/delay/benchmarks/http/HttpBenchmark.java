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

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import io.delay.benchmarks.kit.BenchmarkArguments;
import io.delay.benchmarks.kit.ChildJvm;
import io.delay.benchmarks.kit.Results;

/**
 * Jobs per second and CPU per job over HTTP, side by side with the template and with
 * beanstalkd. Each repetition starts all processes again, and prints its figures; at the
 * end, a table has the medians.
 *
 * @since 0.1.0
 */
public final class HttpBenchmark {

	private static final String MEMORY = "-Xms1g -Xmx1g";

	private static final Duration PATIENCE = Duration.ofMinutes(5);

	private final Servers servers;

	private final List<String> arguments;

	private final Map<LoadSystem, Map<String, List<Double>>> figures = new EnumMap<>(LoadSystem.class);

	private HttpBenchmark(Servers servers, List<String> arguments) {
		this.servers = servers;
		this.arguments = arguments;
	}

	/**
	 * Measure and print.
	 * @param arguments
	 * {@code [repetitions=2] [systems=server,webflux,template,beanstalkd]
	 * [server=…] [server-options=…] [jobs=60000] [batched-jobs=400000] [batch=100]
	 * [connections=16] [warm-up=60000]}
	 * @throws InterruptedException if the thread is interrupted
	 */
	public static void main(String[] arguments) throws InterruptedException {
		BenchmarkArguments all = BenchmarkArguments.parse(arguments);
		Servers servers = Servers.of(all, MEMORY);
		int repetitions = all.number("repetitions", 2);
		String chosen = all.find("systems");
		List<LoadSystem> systems = (chosen != null) ? Arrays.stream(chosen.split(",")).map(LoadSystem::of).toList()
				: LoadSystem.installed();
		List<String> numbers = new ArrayList<>();
		for (String key : List.of("jobs", "batched-jobs", "batch", "connections", "warm-up")) {
			String value = all.find(key);
			if (value != null) {
				numbers.add(key + "=" + value);
			}
		}
		all.rejectUnknown();
		new HttpBenchmark(servers, numbers).run(systems, repetitions);
	}

	private void run(List<LoadSystem> systems, int repetitions) throws InterruptedException {
		List<LoadSystem> order = new ArrayList<>(systems);
		for (int i = 0; i < repetitions; i++) {
			for (LoadSystem system : order) {
				measure(system);
			}
			Collections.rotate(order, 1);
		}
		LoadTable table = new LoadTable(systems, this.figures);
		table.lines().forEach(System.out::println);
	}

	private void measure(LoadSystem system) throws InterruptedException {
		try (ServerProcess store = system.startStore()) {
			ServerProcess server = system.startServer(this.servers, store);
			try {
				measure(system, store, server);
			}
			finally {
				if (server != null) {
					server.close();
				}
			}
		}
	}

	private void measure(LoadSystem system, ServerProcess store, @Nullable ServerProcess server)
			throws InterruptedException {
		List<String> command = new ArrayList<>(List.of(MEMORY.split(" ")));
		command.addAll(List.of(LoadMain.class.getName(), "client=" + system.client(), "store-pid=" + store.pid(),
				"port=" + ((server != null) ? server : store).port()));
		if (server != null) {
			command.add("server-pid=" + server.pid());
		}
		command.addAll(this.arguments);
		List<String> lines = Collections.synchronizedList(new ArrayList<>());
		try (ChildJvm jvm = ChildJvm.start(System.getProperty("java.class.path"), command, lines::add)) {
			if (!jvm.await(PATIENCE)) {
				throw new IllegalStateException(system.title() + " failed: " + lines);
			}
		}
		Map<String, List<Double>> values = this.figures.computeIfAbsent(system, (key) -> new HashMap<>());
		for (String line : List.copyOf(lines)) {
			System.err.println(system.title() + ": " + line);
			if (line.startsWith(Results.RESULT)) {
				String[] words = line.split(" ");
				values.computeIfAbsent(words[1], (key) -> new ArrayList<>()).add(Double.valueOf(words[2]));
			}
		}
		TimeUnit.SECONDS.sleep(1);
	}

}
