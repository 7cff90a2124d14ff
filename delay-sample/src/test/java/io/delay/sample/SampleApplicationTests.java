// SPDX-License-Identifier: Apache-2.0

package io.delay.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

import com.jayway.jsonpath.JsonPath;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.client.RestClient;

import io.delay.job.JobState;
import io.delay.store.StoredJob;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link SampleApplication}.
 */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
		properties = { "sample.order-timeout=1s", "sample.callback-pause=50ms", "sample.device-timeout=2s",
				"logging.level.io.delay=warn", "delay.metrics.interval=1s",
				// Spring Boot 3 exports no metrics in tests without it
				"management.prometheus.metrics.export.enabled=true" })
class SampleApplicationTests {

	private static final Duration MAX_WAIT = Duration.ofSeconds(20);

	private static final Pattern METRIC = Pattern.compile("\\bdelay_[a-z_]+");

	private static final Pattern METRIC_LINE = Pattern.compile("^(delay_[a-z_]+)[{ ]", Pattern.MULTILINE);

	@LocalServerPort
	private int port;

	@Autowired
	private DelayTemplate delayTemplate;

	private RestClient client;

	@BeforeEach
	void setUp() {
		this.client = RestClient.builder()
			.baseUrl("http://localhost:" + this.port)
			.defaultStatusHandler(HttpStatusCode::isError, (request, response) -> {
			})
			.build();
	}

	@Test
	void orderIsClosedAfterItsTimeout() {
		String answer = answer(this.client.post().uri("/orders").body(Map.of("item", "tea")), HttpStatus.CREATED);
		assertThat(JsonPath.<String>read(answer, "$.state")).isEqualTo("PLACED");
		awaitClosed(JsonPath.read(answer, "$.id"));
	}

	@Test
	void orderHasItsOwnTimeout() {
		int patient = place(Map.of("item", "tea", "timeout", 3600));
		int hasty = place(Map.of("item", "tea", "timeout", 1));
		awaitClosed(hasty);
		assertThat(stateOfOrder(patient)).isEqualTo("PLACED");
		assertThat(this.delayTemplate.find("order-timeout", String.valueOf(patient))).get()
			.extracting("state")
			.isEqualTo(JobState.DELAYED);
	}

	@Test
	void paidOrderHasNoTimeout() {
		int paid = place(Map.of("item", "tea", "timeout", 3600));
		String answer = answer(this.client.post().uri("/orders/{id}/pay", paid), HttpStatus.OK);
		assertThat(JsonPath.<String>read(answer, "$.state")).isEqualTo("PAID");
		assertThat(this.delayTemplate.find("order-timeout", String.valueOf(paid))).isEmpty();
		assertThat(stateOfOrder(paid)).isEqualTo("PAID");
	}

	@Test
	void closedOrderCannotBePaid() {
		int order = place(Map.of("item", "tea"));
		awaitClosed(order);
		expectProblem(this.client.post().uri("/orders/{id}/pay", order), HttpStatus.CONFLICT,
				"Order " + order + " is CLOSED already");
		assertThat(stateOfOrder(order)).isEqualTo("CLOSED");
	}

	@Test
	void unknownOrderCannotBePaid() {
		expectProblem(this.client.post().uri("/orders/4711/pay"), HttpStatus.NOT_FOUND, "There is no order 4711");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			/orders    | {}                          | item must not be blank
			/orders    | {"item":" "}                | item must not be blank
			/orders    | {"item":"tea","timeout":0}  | timeout must be greater than or equal to 1
			/orders    | {"item":"tea","timeout":"x"}| Failed to read request
			/orders    | {"item":                    | Failed to read request
			/callbacks | {"message":""}              | message must not be blank
			""")
	void invalidBodyIsRefused(String uri, String body, String detail) {
		expectProblem(this.client.post().uri(uri).contentType(MediaType.APPLICATION_JSON).body(body),
				HttpStatus.BAD_REQUEST, detail);
	}

	@Test
	void invalidIdIsRefused() {
		expectProblem(this.client.post().uri("/orders/one/pay"), HttpStatus.BAD_REQUEST,
				"Failed to convert 'id' with value: 'one'");
		expectProblem(this.client.put().uri("/devices/{id}/heartbeat", "a lamp"), HttpStatus.BAD_REQUEST,
				"id must be 1 to 50 characters out of A-Z a-z 0-9 . _ -");
	}

	@Test
	void callbackSucceedsOnTheThirdAttempt() {
		String id = JsonPath.read(
				answer(this.client.post().uri("/callbacks").body(Map.of("message", "paid")), HttpStatus.ACCEPTED),
				"$.id");
		await().until(() -> this.delayTemplate.find("payment-callback", id).isEmpty());
		assertThat(answer(this.client.get().uri("/callbacks"), HttpStatus.OK))
			.contains("{\"id\":\"" + id + "\",\"message\":\"paid\",\"attempts\":3,\"delivered\":true}");
	}

	@Test
	void startPageAndConsoleAreServed() {
		assertThat(answer(this.client.get().uri("/"), HttpStatus.OK)).contains("actuator/delayconsole");
		assertThat(answer(this.client.get().uri("/actuator/delayconsole"), HttpStatus.OK))
			.contains("content=\"./delay\"");
	}

	@Test
	void everyHeartbeatPostponesTheTimerOfADevice() {
		for (int i = 0; i < 3; i++) {
			Instant lastHeartbeat = heartbeat("bell");
			assertThat(this.delayTemplate.find("device-offline", "bell")).get()
				.extracting(StoredJob::time, InstanceOfAssertFactories.INSTANT)
				.isAfterOrEqualTo(lastHeartbeat.plusSeconds(2));
		}
	}

	@Test
	@Tag("thorough")
	void deviceIsOnlineUntilItsHeartbeatsStop() {
		heartbeat("lamp");
		await().pollInterval(Duration.ofMillis(100)).during(Duration.ofSeconds(3)).until(() -> {
			String state = stateOfDevice("lamp");
			heartbeat("lamp");
			return state.equals("ONLINE");
		});
		await().until(() -> stateOfDevice("lamp").equals("OFFLINE"));
		heartbeat("lamp");
		assertThat(stateOfDevice("lamp")).isEqualTo("ONLINE");
	}

	@Test
	void healthJobsAndMetricsAreServed() {
		assertThat(answer(this.client.get().uri("/actuator/health"), HttpStatus.OK)).contains("\"status\":\"UP\"",
				"\"redis\":", "\"delay\":");
		assertThat(answer(this.client.get().uri("/actuator/delay"), HttpStatus.OK)).contains("order-timeout");
		assertThat(answer(this.client.get().uri("/actuator/metrics"), HttpStatus.OK)).contains("\"delay.store.up\"");
	}

	@Test
	void everyMetricOfAlertsAndDashboardExists() throws IOException {
		Set<String> named = new TreeSet<>();
		for (String file : List.of("alerts.yml", "dashboard.json")) {
			METRIC.matcher(Files.readString(Path.of("..", "docs", "operations", file)))
				.results()
				.forEach((result) -> named.add(result.group()));
		}
		assertThat(named).hasSizeGreaterThan(15);
		awaitClosed(place(Map.of("item", "tea")));
		await().untilAsserted(() -> {
			String metrics = answer(this.client.get().uri("/actuator/prometheus"), HttpStatus.OK);
			assertThat(METRIC_LINE.matcher(metrics).results().map((result) -> result.group(1))).containsAll(named);
		});
	}

	private int place(Map<String, Object> request) {
		return JsonPath.read(answer(this.client.post().uri("/orders").body(request), HttpStatus.CREATED), "$.id");
	}

	private void awaitClosed(int order) {
		await().until(() -> stateOfOrder(order).equals("CLOSED"));
	}

	private String stateOfOrder(int order) {
		return read("/orders", "$[?(@.id == " + order + ")].state");
	}

	private Instant heartbeat(String device) {
		String answer = answer(this.client.put().uri("/devices/{id}/heartbeat", device), HttpStatus.OK);
		return Instant.parse(JsonPath.read(answer, "$.lastHeartbeat"));
	}

	private String stateOfDevice(String device) {
		return read("/devices", "$[?(@.id == '" + device + "')].state");
	}

	private String read(String uri, String path) {
		String json = answer(this.client.get().uri(uri), HttpStatus.OK);
		return JsonPath.<Iterable<String>>read(json, path).iterator().next();
	}

	private static String answer(RestClient.RequestHeadersSpec<?> request, HttpStatus status) {
		ResponseEntity<String> answer = request.retrieve().toEntity(String.class);
		assertThat(answer.getStatusCode()).isEqualTo(status);
		return answer.getBody();
	}

	private static void expectProblem(RestClient.RequestHeadersSpec<?> request, HttpStatus status, String detail) {
		ResponseEntity<String> answer = request.retrieve().toEntity(String.class);
		assertThat(answer.getStatusCode()).isEqualTo(status);
		assertThat(answer.getHeaders().getContentType()).isEqualTo(MediaType.APPLICATION_PROBLEM_JSON);
		assertThat(JsonPath.<String>read(answer.getBody(), "$.detail")).isEqualTo(detail);
	}

	private static ConditionFactory await() {
		return Awaitility.await().atMost(MAX_WAIT);
	}

}
