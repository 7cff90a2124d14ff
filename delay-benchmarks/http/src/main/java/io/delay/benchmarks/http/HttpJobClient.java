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

/**
 * Uses Delay over HTTP, with a connection of its own.
 */
final class HttpJobClient implements JobClient {

	private final HttpEndpoint endpoint;

	private final HttpConnection connection;

	private final String topic;

	HttpJobClient(HttpEndpoint endpoint, String topic) {
		this.endpoint = endpoint;
		this.connection = new HttpConnection(endpoint.port());
		this.topic = topic;
	}

	@Override
	public void submit(String payload) {
		call("/topics/" + this.topic + "/jobs", "{\"payload\":" + payload + "}");
	}

	void submit(String jobTopic, String payload, String delay) {
		call("/topics/" + jobTopic + "/jobs", "{\"payload\":" + payload + ",\"delay\":\"" + delay + "\"}");
	}

	@Override
	public void submitAll(List<String> payloads) {
		StringBuilder body = new StringBuilder("{\"jobs\":[");
		for (String payload : payloads) {
			body.append((body.charAt(body.length() - 1) != '[') ? "," : "")
				.append("{\"topic\":\"")
				.append(this.topic)
				.append("\",\"payload\":")
				.append(payload)
				.append('}');
		}
		check(JsonText.count(call("/jobs", body.append("]}").toString()), "\"CREATED\""), payloads.size());
	}

	@Override
	public int reserveAndAck(int limit) {
		String jobs = call("/topics/" + this.topic + "/reserve", "{\"limit\":" + limit + "}");
		List<String> ids = JsonText.values(jobs, "id");
		List<String> tokens = JsonText.values(jobs, "token");
		check(tokens.size(), ids.size());
		if (ids.size() == 1) {
			ack(this.topic, ids.get(0), tokens.get(0));
		}
		else if (!ids.isEmpty()) {
			ackAll(ids, tokens);
		}
		return ids.size();
	}

	void ack(String jobTopic, String id, String token) {
		call("/topics/" + jobTopic + "/ack", "{\"id\":\"" + id + "\",\"token\":\"" + token + "\"}");
	}

	private void ackAll(List<String> ids, List<String> tokens) {
		StringBuilder body = new StringBuilder("{\"settlements\":[");
		for (int i = 0; i < ids.size(); i++) {
			body.append((i > 0) ? "," : "")
				.append("{\"action\":\"ack\",\"topic\":\"")
				.append(this.topic)
				.append("\",\"id\":\"")
				.append(ids.get(i))
				.append("\",\"token\":\"")
				.append(tokens.get(i))
				.append("\"}");
		}
		check(JsonText.count(call("/settle", body.append("]}").toString()), "\"DONE\""), ids.size());
	}

	private String call(String path, String body) {
		HttpAnswer answer = this.connection.call(this.endpoint.post(path, body));
		if (answer.status() / 100 != 2) {
			throw new IllegalStateException(path + " was answered with " + answer.status() + ": " + answer.body());
		}
		return answer.body();
	}

	private static void check(int actual, int expected) {
		if (actual != expected) {
			throw new IllegalStateException("Only " + actual + " of " + expected + " jobs");
		}
	}

	@Override
	public void close() {
		this.connection.close();
	}

}
