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

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

import io.delay.benchmarks.beanstalkd.BeanstalkdClient;
import io.delay.benchmarks.beanstalkd.ReservedJob;

/**
 * Uses beanstalkd with a connection of its own. For many jobs, which its protocol does
 * not know, all commands are sent before the first reply is read.
 */
final class BeanstalkdJobClient implements JobClient {

	// The default of Delay
	private static final Duration TTR = Duration.ofSeconds(60);

	private final BeanstalkdClient client;

	BeanstalkdJobClient(int port, String tube) {
		this.client = new BeanstalkdClient("localhost", port);
		this.client.use(tube);
		this.client.watch(tube);
	}

	@Override
	public void submit(String payload) {
		this.client.put(bytes(payload), Duration.ZERO, TTR);
	}

	@Override
	public void submitAll(List<String> payloads) {
		this.client.putAll(payloads.stream().map(BeanstalkdJobClient::bytes).toList(), Duration.ZERO, TTR);
	}

	private static byte[] bytes(String payload) {
		return payload.getBytes(StandardCharsets.UTF_8);
	}

	@Override
	public int reserveAndAck(int limit) {
		List<ReservedJob> jobs = this.client.reserveAll(limit);
		this.client.deleteAll(jobs.stream().map(ReservedJob::id).toList());
		return jobs.size();
	}

	@Override
	public void close() {
		this.client.close();
	}

}
