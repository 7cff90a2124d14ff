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

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.springframework.context.ConfigurableApplicationContext;

import io.delay.benchmarks.kit.BenchmarkArguments;
import io.delay.benchmarks.kit.Results;
import io.delay.store.JobStore;
import io.delay.template.DelayTemplate;

/**
 * The JVM of the clients: warms up, then measures each phase once and prints the figures.
 *
 * @since 0.1.0
 */
public final class LoadMain {

	private static final String TOPIC = "load";

	private final int jobs;

	private final int batchedJobs;

	private final int batch;

	private final int warmUp;

	private final long serverPid;

	private final long storePid;

	private LoadMain(BenchmarkArguments arguments) {
		this.jobs = arguments.number("jobs", 60_000);
		this.batchedJobs = arguments.number("batched-jobs", 400_000);
		this.batch = arguments.number("batch", 100);
		this.warmUp = arguments.number("warm-up", 60_000);
		this.serverPid = arguments.number("server-pid", 0);
		this.storePid = arguments.number("store-pid", 0);
	}

	/**
	 * Measure, print and end.
	 * @param arguments {@code client=… port=… store-pid=… [server-pid=…]} and the numbers
	 * of the benchmark
	 * @throws InterruptedException if the thread is interrupted
	 */
	public static void main(String[] arguments) throws InterruptedException {
		BenchmarkArguments all = BenchmarkArguments.parse(arguments);
		LoadMain main = new LoadMain(all);
		String client = all.text("client", "http");
		int port = all.number("port", 8080);
		int connections = all.number("connections", 16);
		all.rejectUnknown();
		switch (client) {
			case "http" -> {
				HttpEndpoint endpoint = new HttpEndpoint(port, Servers.USER, Servers.PASSWORD);
				main.run(connections, () -> new HttpJobClient(endpoint, TOPIC));
			}
			case "beanstalkd" -> main.run(connections, () -> new BeanstalkdJobClient(port, TOPIC));
			case "template" -> {
				try (ConfigurableApplicationContext context = TemplateApplication.start(port)) {
					DelayTemplate template = context.getBean(DelayTemplate.class);
					JobStore store = context.getBean(JobStore.class);
					main.run(connections, () -> new TemplateJobClient(template, store, TOPIC));
				}
			}
			default -> throw new IllegalArgumentException("There is no client '" + client + "'");
		}
	}

	private void run(int connections, Supplier<JobClient> client) throws InterruptedException {
		List<JobClient> clients = Stream.generate(client).limit(connections).toList();
		try (LoadThreads threads = new LoadThreads(clients)) {
			for (LoadPhase phase : LoadPhase.values()) {
				phase.run(threads, phase.isBatched() ? this.warmUp * 5 : this.warmUp, this.batch);
			}
			Results results = new Results(System.out);
			for (LoadPhase phase : LoadPhase.values()) {
				measure(phase, threads, results);
			}
		}
	}

	private void measure(LoadPhase phase, LoadThreads threads, Results results) throws InterruptedException {
		int count = phase.isBatched() ? this.batchedJobs : this.jobs;
		CpuReading start = CpuReading.of(this.serverPid, this.storePid);
		int empty = phase.run(threads, count, this.batch);
		CpuReading used = CpuReading.of(this.serverPid, this.storePid).since(start);
		results.add(LoadFigure.RATE.key(phase), count / used.seconds());
		results.add(LoadFigure.CLIENT_CPU.key(phase), used.client().toNanos() / 1e3 / count);
		if (this.serverPid != 0) {
			results.add(LoadFigure.SERVER_CPU.key(phase), used.server().toNanos() / 1e3 / count);
		}
		results.add(LoadFigure.STORE_CPU.key(phase), used.store().toNanos() / 1e3 / count);
		if (empty > 0) {
			System.out.println(phase + ": " + empty + " reserves found no job");
		}
	}

}
