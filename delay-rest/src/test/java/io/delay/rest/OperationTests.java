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

package io.delay.rest;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import io.delay.rest.RestApplication.Web;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the operations over HTTP.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OperationTests {

	private final HttpClient client = HttpClient.newHttpClient();

	private final Web web;

	private RestApplication application;

	OperationTests(Web web) {
		this.web = web;
	}

	@BeforeAll
	void start() {
		this.application = RestApplication.start(this.web, RestApplication.open());
	}

	@AfterAll
	void stop() {
		this.application.close();
	}

	@Test
	void submittedJobIsFound() throws Exception {
		HttpResponse<String> created = send("POST", "/topics/orders/jobs",
				"{\"id\":\"a/b%;1\",\"payload\":{\"n\": 1.50 },\"delay\":\"1h\"}");
		assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
		assertThat(created.body()).contains("\"status\":\"CREATED\"");
		HttpResponse<String> found = send("GET", "/topics/orders/job?id=a%2Fb%25%3B1", null);
		assertThat(found.statusCode()).as(found.body()).isEqualTo(200);
		assertThat(found.body()).contains("\"payload\":{\"n\": 1.50 }", "\"state\":\"DELAYED\"");
		assertThat(found.headers().firstValue("Cache-Control")).hasValue("no-store");
		assertThat(send("PATCH", "/topics/orders/job?id=a%2Fb%25%3B1", "{\"delay\":\"2h\"}").body())
			.isEqualTo("{\"found\":\"DELAYED\"}");
		assertThat(send("DELETE", "/topics/orders/job?id=a%2Fb%25%3B1", null).body())
			.isEqualTo("{\"found\":\"DELAYED\"}");
		HttpResponse<String> missing = send("DELETE", "/topics/orders/job?id=a%2Fb%25%3B1", null);
		assertThat(missing.statusCode()).isEqualTo(404);
		assertThat(missing.headers().firstValue("Content-Type")).hasValue("application/problem+json");
		assertThat(missing.body()).contains("urn:delay:problem:job-not-found");
	}

	@Test
	void batchOfSeveralTopics() throws Exception {
		HttpResponse<String> results = send("POST", "/jobs",
				"{\"jobs\":[{\"topic\":\"b1\",\"payloadText\":\"x\"},{\"topic\":\"b2\",\"id\":\"y\",\"payload\":1,\"onConflict\":\"REJECT\"},{\"topic\":\"b2\",\"id\":\"y\",\"payload\":1,\"onConflict\":\"REJECT\"}]}");
		assertThat(results.statusCode()).as(results.body()).isEqualTo(200);
		assertThat(results.body()).contains("\"problem\":{\"type\":\"urn:delay:problem:job-exists\"");
	}

	@Test
	void otherMethodsAndPaths() throws Exception {
		HttpResponse<String> wrong = send("PUT", "/topics/orders/jobs", "{}");
		assertThat(wrong.statusCode()).as(wrong.body()).isEqualTo(405);
		assertThat(wrong.headers().firstValue("Allow").orElse("")).contains("POST").contains("GET");
		assertThat(send("GET", "/nothing", null).statusCode()).isEqualTo(404);
		assertThat(send("GET", "", null).statusCode()).isEqualTo(404);
		assertThat(send("OPTIONS", "/topics", null).headers().firstValue("Allow").orElse("")).contains("GET");
		assertThat(send("GET", "/topics/none", null).body()).contains("topic-not-found");
	}

	@Test
	void otherContentType() throws Exception {
		HttpRequest request = HttpRequest.newBuilder(uri("/jobs"))
			.POST(HttpRequest.BodyPublishers.ofString("jobs=1"))
			.header("Content-Type", "application/x-www-form-urlencoded")
			.build();
		assertThat(this.client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode()).isEqualTo(415);
		HttpRequest xml = HttpRequest.newBuilder(uri("/topics")).header("Accept", "application/xml").build();
		assertThat(this.client.send(xml, HttpResponse.BodyHandlers.ofString()).statusCode()).isEqualTo(406);
	}

	@Test
	void invalidTopicAndBody() throws Exception {
		assertThat(send("POST", "/topics/a%20b/jobs", "{\"payload\":1}").statusCode()).isEqualTo(400);
		assertThat(send("POST", "/topics/a/jobs", "{").statusCode()).isEqualTo(400);
		assertThat(send("POST", "/topics/a/ack", "{\"id\":\"x\",\"token\":\"t\"}").statusCode()).isEqualTo(409);
	}

	private HttpResponse<String> send(String method, String path, String body)
			throws IOException, InterruptedException {
		HttpRequest request = HttpRequest.newBuilder(uri(path))
			.method(method,
					(body != null) ? HttpRequest.BodyPublishers.ofString(body) : HttpRequest.BodyPublishers.noBody())
			.header("Content-Type", "application/json")
			.build();
		return this.client.send(request, HttpResponse.BodyHandlers.ofString());
	}

	private URI uri(String path) {
		return URI.create(this.application.address() + "/delay/v1" + path);
	}

}
