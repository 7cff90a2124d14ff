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

package io.delay.server;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.Base64;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

import io.delay.test.redis.RedisForTests;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for who may do what, over a socket.
 */
class ServerSecurityTests {

	private static final HttpClient client = HttpClient.newHttpClient();

	private static ConfigurableApplicationContext server;

	@BeforeAll
	static void start() {
		RedisForTests redis = RedisForTests.shared();
		String[] users = Arrays.stream(ServerRole.values())
			.flatMap((role) -> Stream.of("--delay.server.users." + role.id() + ".password={noop}secret",
					"--delay.server.users." + role.id() + ".roles=" + role.id()))
			.toArray(String[]::new);
		SpringApplication application = new SpringApplication(DelayServerApplication.class);
		server = application.run(join(users, "--server.port=0", "--spring.data.redis.host=" + redis.host(),
				"--spring.data.redis.port=" + redis.port(), "--delay.namespace=server-" + System.nanoTime()));
	}

	@AfterAll
	static void stop() {
		server.close();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			POST   | /delay/v1/topics/a/jobs              | producer operator
			POST   | /delay/v1/jobs                       | producer operator
			GET    | /delay/v1/topics/a/job?id=1          | producer consumer viewer operator
			PATCH  | /delay/v1/topics/a/job?id=1          | producer operator
			DELETE | /delay/v1/topics/a/job?id=1          | producer operator
			POST   | /delay/v1/topics/a/reserve           | consumer
			POST   | /delay/v1/topics/a/ack               | consumer
			POST   | /delay/v1/topics/a/release           | consumer
			POST   | /delay/v1/topics/a/fail              | consumer
			POST   | /delay/v1/topics/a/bury              | consumer
			POST   | /delay/v1/topics/a/touch             | consumer
			POST   | /delay/v1/topics/a/hand-back         | consumer
			POST   | /delay/v1/settle                     | consumer
			GET    | /delay/v1/topics                     | viewer operator
			HEAD   | /delay/v1/topics                     | viewer operator
			GET    | /delay/v1/topics/a                   | viewer operator
			GET    | /delay/v1/topics/a/jobs?state=READY  | viewer operator
			HEAD   | /delay/v1/topics/a/jobs?state=READY  | viewer operator
			POST   | /delay/v1/topics/a/kick              | operator
			GET    | /delay/v1/openapi.yaml               | producer consumer viewer operator
			GET    | /delay/v1/nothing                    | producer consumer viewer operator
			GET    | /actuator                            | viewer operator
			GET    | /actuator/delay                      | viewer operator
			GET    | /actuator/prometheus                 | viewer operator
			GET    | /actuator/info                       | viewer operator
			POST   | /actuator/delay/a/pause              | operator
			DELETE | /actuator/delay/a/failed             | operator
			GET    | /elsewhere                           |
			POST   | /delay/v2/jobs                       |
			""")
	void operationsOfRoles(String method, String path, String roles) {
		Set<String> allowed = Arrays.stream(ServerRole.values())
			.map(ServerRole::id)
			.filter((role) -> send(request(method, path, role)).statusCode() != 403)
			.collect(Collectors.toSet());
		assertThat(allowed).isEqualTo((roles != null) ? Set.of(roles.split(" ")) : Set.of());
		HttpResponse<String> anonymous = send(request(method, path, null));
		assertThat(anonymous.statusCode()).isEqualTo(401);
		assertThat(anonymous.headers().firstValue("WWW-Authenticate")).hasValue("Basic realm=\"Delay\"");
	}

	@Test
	void refusedRequestsAreProblems() {
		HttpResponse<String> anonymous = send(request("GET", "/delay/v1/topics", null));
		assertThat(anonymous.headers().firstValue("Content-Type")).hasValue("application/problem+json");
		assertThat(anonymous.body()).contains("urn:delay:problem:unauthenticated");
		HttpResponse<String> forbidden = send(request("GET", "/delay/v1/topics", "consumer"));
		assertThat(forbidden.headers().firstValue("Content-Type")).hasValue("application/problem+json");
		assertThat(forbidden.body()).contains("urn:delay:problem:forbidden");
	}

	@Test
	void wrongPassword() {
		HttpRequest.Builder request = request("GET", "/delay/v1/topics", null).header("Authorization",
				"Basic " + Base64.getEncoder().encodeToString("viewer:wrong".getBytes()));
		assertThat(send(request).statusCode()).isEqualTo(401);
	}

	@Test
	void healthIsOpenWithoutDetails() {
		HttpResponse<String> health = send(request("GET", "/actuator/health", null));
		assertThat(health.statusCode()).isEqualTo(200);
		assertThat(health.body()).contains("UP").doesNotContain("components");
		assertThat(send(request("POST", "/actuator/health", null)).statusCode()).isEqualTo(401);
	}

	@ParameterizedTest
	@CsvSource({ "Sec-Fetch-Site, cross-site, true", "Sec-Fetch-Site, same-site, true",
			"Sec-Fetch-Site, same-origin, false", "Sec-Fetch-Site, none, false", "Origin, http://evil.example, true",
			"Origin, null, true" })
	void changesOfOtherSitesAreRefused(String header, String value, boolean refused) {
		HttpResponse<String> answer = send(
				request("POST", "/actuator/delay/a/pause", "operator").header(header, value));
		assertThat(answer.statusCode() == 403).isEqualTo(refused);
		assertThat(send(request("GET", "/actuator/delay", "operator").header(header, value)).statusCode())
			.isEqualTo(200);
	}

	@Test
	void changesOfOwnPagesAreAllowed() {
		String port = server.getEnvironment().getProperty("local.server.port");
		HttpResponse<String> answer = send(
				request("POST", "/actuator/delay/a/resume", "operator").header("Origin", "http://localhost:" + port));
		assertThat(answer.statusCode()).isNotEqualTo(403);
	}

	@Test
	void noCookieAndNoPermissionForOtherSites() {
		HttpResponse<String> answer = send(
				request("GET", "/delay/v1/topics", "viewer").header("Origin", "http://evil.example"));
		assertThat(answer.statusCode()).isEqualTo(200);
		assertThat(answer.headers().map()).doesNotContainKeys("set-cookie", "access-control-allow-origin");
	}

	private static HttpRequest.Builder request(String method, String path, String role) {
		HttpRequest.Builder request = HttpRequest
			.newBuilder(
					URI.create("http://localhost:" + server.getEnvironment().getProperty("local.server.port") + path))
			.method(method, HttpRequest.BodyPublishers.noBody())
			.header("Content-Type", "application/json");
		if (role != null) {
			request.header("Authorization",
					"Basic " + Base64.getEncoder().encodeToString((role + ":secret").getBytes()));
		}
		return request;
	}

	private static HttpResponse<String> send(HttpRequest.Builder request) {
		return client.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString())
			.orTimeout(30, TimeUnit.SECONDS)
			.join();
	}

	private static String[] join(String[] first, String... second) {
		return Stream.concat(Arrays.stream(first), Arrays.stream(second)).toArray(String[]::new);
	}

}
