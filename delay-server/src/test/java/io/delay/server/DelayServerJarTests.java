// SPDX-License-Identifier: Apache-2.0

package io.delay.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.delay.test.redis.EmbeddedRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the server as a user starts it.
 */
@Tag("thorough")
@Tag("versions")
class DelayServerJarTests {

	private static final Path DOCS = Path.of("..", "docs");

	private static final Duration TIMEOUT = Duration.ofSeconds(60);

	private static final String API = "api() { curl -sS -u \"delay:$PASSWORD\" -H 'Content-Type: application/json' \"$@\"; echo; }\n";

	private static EmbeddedRedis redis;

	private static RunningServer server;

	@BeforeAll
	static void start() {
		redis = EmbeddedRedis.start();
		server = RunningServer.start(redis);
	}

	@AfterAll
	static void stop() {
		server.close();
		redis.close();
	}

	@Test
	void documentedLifeOfAJob() throws IOException {
		List<String> expected = new ArrayList<>();
		StringBuilder script = new StringBuilder();
		for (String line : section(Files.readString(DOCS.resolve("http/rest.md")), "console").lines().toList()) {
			if (line.startsWith("$ ")) {
				script.append(line.substring(2)).append('\n');
			}
			else {
				expected.add(withoutTimes(line));
			}
		}
		assertThat(expected).hasSizeGreaterThan(7);
		List<String> printed = Shell.run(variables(), script.toString())
			.lines()
			.map(DelayServerJarTests::withoutTimes)
			.toList();
		assertThat(printed).isEqualTo(expected);
	}

	@Test
	void documentedWorkerHandlesJobs() throws Exception {
		String quoted = section(Files.readString(DOCS.resolve("http/rest.md")), "python");
		assertThat(quoted).isEqualToIgnoringNewLines(Files.readString(DOCS.resolve("examples/worker.py")));
		ProcessBuilder worker = new ProcessBuilder("python3", DOCS.resolve("examples/worker.py").toString(), "python");
		worker.environment().put("DELAY_URL", server.address() + "/delay/v1");
		worker.environment().put("DELAY_CREDENTIALS", "delay:" + server.password());
		Path output = Files.createTempFile("worker", ".txt");
		Process process = worker.redirectErrorStream(true).redirectOutput(output.toFile()).start();
		try {
			api("\"$DELAY/topics/python/jobs\" -d '{\"id\": \"p1\", \"payload\": {\"n\": 1}, \"delay\": \"500ms\"}'");
			Awaitility.await()
				.atMost(TIMEOUT)
				.until(() -> Files.readString(output), (text) -> text.contains("handled p1 {'n': 1}"));
			Awaitility.await()
				.atMost(TIMEOUT)
				.until(() -> api("\"$DELAY/topics/python/job?id=p1\""), (answer) -> answer.contains("job-not-found"));
		}
		finally {
			process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
			Files.delete(output);
		}
	}

	@Test
	void listenerHandlesJobOfTheSameTopic() {
		try (ListenerApplication application = ListenerApplication.start(redis)) {
			api("\"$DELAY/topics/java/jobs\" -d '{\"id\": \"j1\", \"payload\": {\"n\": 1}}'");
			Awaitility.await().atMost(TIMEOUT).until(application::handled, (handled) -> handled.contains("{\"n\": 1}"));
		}
	}

	@Test
	void redisThatIsStoppedIsUnavailableAndReturns() {
		try (EmbeddedRedis own = EmbeddedRedis.start("appendonly yes");
				RunningServer started = RunningServer.start(own)) {
			Map<String, String> variables = Map.of("DELAY", started.address() + "/delay/v1", "PASSWORD",
					started.password());
			String submit = API + "api \"$DELAY/topics/outage/jobs\" -d '{\"payload\": 1}'";
			assertThat(Shell.run(variables, submit)).contains("CREATED");
			own.stop();
			assertThat(Shell.run(variables, submit)).containsAnyOf("urn:delay:problem:store-unavailable",
					"urn:delay:problem:outcome-unknown");
			assertThat(Shell.run(variables, API + "api -i \"$DELAY/topics/outage/reserve\" -d '{\"wait\": \"1s\"}'"))
				.contains("store-unavailable", "Retry-After: 1");
			own.restart();
			Awaitility.await()
				.atMost(TIMEOUT)
				.until(() -> Shell.run(variables, submit), (answer) -> answer.contains("CREATED"));
			assertThat(started.stop()).isIn(0, 143);
		}
	}

	@Test
	void logContainsNoPayloadsAndNoCredentials() {
		api("\"$DELAY/topics/secret/jobs\" -d '{\"payload\": \"tiger\", \"headers\": {\"a\": \"lion\"}}'");
		api("\"$DELAY/topics/secret/jobs\" -d '{\"payload\": \"tiger\", \"headers\": {\"a\": \"lion\"}'");
		api("\"$DELAY/topics/secret/reserve\" -d '{\"reservation\": \"leopard-leopard-leopard\"}'");
		Shell.run(variables(), "curl -sS -u delay:panther \"$DELAY/topics\"");
		assertThat(server.log()).doesNotContain("tiger", "lion", "leopard", "panther");
	}

	@Test
	void healthIsOpenAndMetricsAreNot() {
		String address = server.address();
		assertThat(Shell.run(Map.of(), "curl -sS " + address + "/actuator/health/liveness"))
			.isEqualTo("{\"status\":\"UP\"}");
		assertThat(Shell.run(Map.of(), "curl -sS " + address + "/actuator/prometheus")).contains("unauthenticated");
		assertThat(Shell.run(variables(), "curl -sS -u \"delay:$PASSWORD\" " + address + "/actuator/prometheus"))
			.contains("delay_");
	}

	private static String api(String arguments) {
		return Shell.run(variables(), API + "api " + arguments);
	}

	private static Map<String, String> variables() {
		return Map.of("DELAY", server.address() + "/delay/v1", "PASSWORD", server.password());
	}

	private static String section(String document, String language) {
		Matcher block = Pattern.compile("(?s)```" + language + "\n(.*?)```").matcher(document);
		assertThat(block.find()).isTrue();
		return block.group(1);
	}

	private static String withoutTimes(String line) {
		return line.replaceAll("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z", "TIME");
	}

}
