// SPDX-License-Identifier: Apache-2.0

package io.delay.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.yaml.snakeyaml.Yaml;

import io.delay.rest.RestOptions;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for who may do what, over a socket.
 */
@Tag("versions")
@Tag("thorough")
@ExtendWith(OutputCaptureExtension.class)
class ServerSecurityTests {

	private static final HttpClient client = HttpClient.newHttpClient();

	private static ConfigurableApplicationContext server;

	@BeforeAll
	static void start() {
		String[] users = Arrays.stream(ServerRole.values())
			.flatMap((role) -> Stream.of("--delay.server.users." + role.id() + ".password={noop}secret",
					"--delay.server.users." + role.id() + ".roles=" + role.id()))
			.toArray(String[]::new);
		SpringApplication application = new SpringApplication(DelayServerApplication.class);
		server = application.run(
				join(users, "--server.port=0", "--delay.store.type=memory", "--management.health.redis.enabled=false"));
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
			POST   | /delay/v1/topics/a/pause             | operator
			POST   | /delay/v1/topics/a/resume            | operator
			DELETE | /delay/v1/topics/a/jobs?state=FAILED | operator
			GET    | /delay/v1/openapi.yaml               | producer consumer viewer operator metrics
			GET    | /delay/v1/nothing                    | producer consumer viewer operator metrics
			GET    | /actuator                            | viewer operator
			GET    | /actuator/delay                      | viewer operator
			GET    | /actuator/delayconsole               | viewer operator
			GET    | /actuator/delayconsole/main.js       | viewer operator
			GET    | /actuator/prometheus                 | viewer operator metrics
			HEAD   | /actuator/prometheus                 | viewer operator metrics
			POST   | /actuator/prometheus                 | operator
			GET    | /actuator/info                       | viewer operator
			POST   | /actuator/delay/a/pause              | operator
			DELETE | /actuator/delay/a/failed             | operator
			POST   | /actuator/info                       | operator
			HEAD   | /actuator/info                       | viewer operator
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

	@ParameterizedTest
	@ValueSource(strings = { "/delay/v1//topics", "/delay/v1/topics/a;b", "/delay/v1/topics/a%2Fb/jobs?state=READY",
			"/delay/v1/topics/a%25/jobs?state=READY" })
	void pathsThatTheFirewallRefusesAreInvalid(String path) {
		for (String role : new String[] { null, "viewer" }) {
			HttpResponse<String> answer = send(request("GET", path, role));
			assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
			assertThat(answer.headers().allValues("Set-Cookie")).isEmpty();
		}
	}

	@Test
	void refusedPathIsAProblem() {
		HttpResponse<String> answer = send(request("GET", "/delay/v1//topics", "viewer"));
		assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
		assertThat(answer.body()).contains("urn:delay:problem:invalid-request", "\"status\":400");
	}

	@Test
	void errorsOfOtherPathsKeepTheirStatus() {
		assertThat(send(request("GET", "/actuator/nothing", "viewer")).statusCode()).isEqualTo(404);
		assertThat(send(request("GET", "/actuator/nothing", "producer")).statusCode()).isEqualTo(403);
		assertThat(send(request("GET", "/error", "operator")).statusCode()).isEqualTo(403);
	}

	@Test
	void brokenBodyIsTheFaultOfTheClient() throws IOException {
		try (Socket socket = new Socket("localhost", port())) {
			socket.setSoTimeout(30_000);
			socket.getOutputStream()
				.write(("POST /delay/v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
						+ "Authorization: " + credentials("producer") + "\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n")
					.getBytes(StandardCharsets.US_ASCII));
			BufferedReader answer = new BufferedReader(new InputStreamReader(socket.getInputStream()));
			assertThat(answer.readLine()).contains(" 400 ");
		}
	}

	@Test
	void eachOperationNeedsARole() {
		Map<String, Map<String, Object>> paths = new Yaml()
			.<Map<String, Map<String, Map<String, Object>>>>load(RestOptions.class.getResourceAsStream("openapi.yaml"))
			.get("paths");
		Set<String> openToAllRoles = new TreeSet<>();
		paths.forEach((path, methods) -> methods.keySet().forEach((method) -> {
			boolean isOpen = Arrays.stream(ServerRole.values())
				.map((role) -> send(request(method.toUpperCase(Locale.ROOT), "/delay/v1" + path.replace("{topic}", "a"),
						role.id())))
				.noneMatch((answer) -> answer.statusCode() == 403);
			if (isOpen) {
				openToAllRoles.add(method + " " + path);
			}
		}));
		assertThat(paths).hasSizeGreaterThan(10);
		assertThat(openToAllRoles).containsExactly("get /openapi.yaml");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			GET  | /actuator/health        |          | */*              | 415
			GET  | /actuator/health        |          | application/*    | 415
			POST | /delay/v1/jobs          | producer | */*              | 415
			GET  | /actuator/health?x=%zz  |          | application/json | 400
			GET  | /actuator/delay?x=%ff   | viewer   | application/json | 400
			GET  | /delay/v1/topics?x=%zz  | viewer   | application/json | 400
			PUT  | /actuator/delay         | operator | application/json | 405
			POST | /actuator/delay/a/pause | operator | text/plain       | 415
			GET  | /actuator/info          | viewer   | x                | 415
			""")
	void invalidRequestsAreNotLogged(String method, String path, String role, String contentType, int status,
			CapturedOutput output) throws IOException {
		int before = output.getAll().length();
		try (Socket socket = new Socket("localhost", port())) {
			socket.setSoTimeout(30_000);
			socket.getOutputStream()
				.write((method + " " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: "
						+ contentType + ((role != null) ? "\r\nAuthorization: " + credentials(role) : "") + "\r\n\r\n")
					.getBytes(StandardCharsets.US_ASCII));
			assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
				.startsWith("HTTP/1.1 " + status + " ");
		}
		assertThat(output.getAll().substring(before)).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "PUT", "PATCH", "DELETE" })
	void formsOfClientsWithoutCredentialsAreNotRead(String method, CapturedOutput output) throws IOException {
		int before = output.getAll().length();
		try (Socket socket = new Socket("localhost", port())) {
			socket.setSoTimeout(30_000);
			socket.getOutputStream()
				.write((method + " /delay/v1/jobs HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
						+ "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 5\r\n\r\nx=%zz")
					.getBytes(StandardCharsets.US_ASCII));
			assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
				.matches("(?s)HTTP/1.1 4(01|15) .*");
		}
		assertThat(output.getAll().substring(before)).isEmpty();
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

	@Test
	void requestsAreObservedButNotTheFiltersOfSpringSecurity() {
		send(request("GET", "/delay/v1/topics", "viewer"));
		assertThat(send(request("GET", "/actuator/prometheus", "viewer")).body())
			.contains("http_server_requests_seconds")
			.doesNotContain("spring_security");
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
		HttpResponse<String> answer = send(
				request("POST", "/actuator/delay/a/resume", "operator").header("Origin", "http://localhost:" + port()));
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
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://localhost:" + port() + path))
			.method(method, HttpRequest.BodyPublishers.noBody())
			.header("Content-Type", "application/json");
		if (role != null) {
			request.header("Authorization", credentials(role));
		}
		return request;
	}

	private static String credentials(String role) {
		return "Basic " + Base64.getEncoder().encodeToString((role + ":secret").getBytes());
	}

	private static int port() {
		return server.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
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
