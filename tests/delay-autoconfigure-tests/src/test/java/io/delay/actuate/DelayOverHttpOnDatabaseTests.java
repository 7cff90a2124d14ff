// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.UUID;
import java.util.function.UnaryOperator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

import io.delay.jdbc.JdbcJobStore;
import io.delay.store.JobStore;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Delay over HTTP, and the actuator endpoint with which the console reads and changes
 * jobs, in an application whose jobs are in a database.
 */
@Tag("thorough")
@Tag("versions")
class DelayOverHttpOnDatabaseTests {

	private static final ObjectMapper JSON = new ObjectMapper();

	private static final HttpClient CLIENT = HttpClient.newHttpClient();

	private static ActuatorApplication application;

	@BeforeAll
	static void start() {
		application = ActuatorApplication.withoutSecurity(ActuatorApplication.Web.MVC, NoParts.class,
				"management.endpoints.web.exposure.include=*", "management.endpoint.delay.access=unrestricted",
				"delay.store.type=jdbc", "spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID(),
				"delay.history.max-count=100", "delay.rest.enabled=true", "delay.rest.require-authentication=false",
				"delay.endpoint.show-payloads=always");
	}

	@AfterAll
	static void stop() {
		application.close();
	}

	@Test
	void theJobsAreInTheDatabase() {
		assertThat(application.bean(JobStore.class)).isInstanceOf(JdbcJobStore.class);
	}

	@Test
	void aJobIsSubmittedReservedAndAcknowledgedOverHttp() throws Exception {
		assertThat(post("/topics/rest/jobs", "{\"id\":\"1\",\"payload\":{\"order\":7}}").statusCode()).isEqualTo(201);
		assertThat(post("/topics/rest/jobs", "{\"id\":\"1\",\"payload\":{\"order\":8}}").statusCode()).isEqualTo(200);
		JsonNode job = JSON.readTree(post("/topics/rest/reserve", "{\"limit\":10,\"ttr\":\"1m\"}").body())
			.get("jobs")
			.get(0);
		assertThat(job.get("id").asText()).isEqualTo("1");
		assertThat(job.get("payload").toString()).isEqualTo("{\"order\":7}");
		String lease = "{\"id\":\"1\",\"token\":\"" + job.get("token").asText() + "\"}";
		assertThat(post("/topics/rest/ack", lease).statusCode()).isEqualTo(204);
		assertThat(post("/topics/rest/ack", lease).statusCode()).isEqualTo(409);
		JsonNode runs = application.get("/delay/rest/history").json().get("runs");
		assertThat(runs).hasSize(1);
		assertThat(runs.get(0).get("id").asText()).isEqualTo("1");
	}

	@Test
	void aReserveOverHttpWaitsUntilAJobIsReady() throws Exception {
		post("/topics/wait/jobs", "{\"id\":\"1\",\"payload\":\"x\",\"delay\":\"300ms\"}");
		String reserved = post("/topics/wait/reserve", "{\"wait\":\"10s\",\"ttr\":\"1m\"}").body();
		assertThat(JSON.readTree(reserved).get("jobs").get(0).get("id").asText()).isEqualTo("1");
	}

	@Test
	void theEndpointListsCountsAndChangesJobs() throws Exception {
		assertThat(post("/topics/console/jobs", "{\"id\":\"1\",\"payload\":\"x\",\"delay\":\"1h\"}").statusCode())
			.isEqualTo(201);
		JsonNode status = application.get("/delay?after=consol&limit=1").json().get("topics").get(0);
		assertThat(status.get("jobs").toString()).isEqualTo("{\"DELAYED\":1,\"READY\":0,\"RESERVED\":0,\"FAILED\":0}");
		application.post("/delay/console/bury", "{\"id\":\"1\",\"reason\":\"no such order\"}");
		JsonNode failed = application.get("/delay/console/jobs?state=failed").json().get("jobs").get(0);
		assertThat(failed.get("id").asText()).isEqualTo("1");
		assertThat(application.get("/delay/console/failures").json().get("groups")).hasSize(1);
		application.post("/delay/console/kick?id=1&delay=30m");
		assertThat(application.get("/delay/console/job?id=1").json().get("state").asText()).isEqualTo("DELAYED");
		assertThat(application.delete("/delay/console/job?id=1").status()).isEqualTo(200);
		assertThat(application.get("/delay/console/job?id=1").json().has("runs")).isTrue();
	}

	@Test
	void jobsOfTheEndpointHaveTheNamesOfTheRestApi() throws Exception {
		post("/topics/names/jobs", """
				{"id":"1", "payloadText":"text", "headers":{"tenant":"blue"}, "delay":"1h", "ttr":"2m", "maxAttempts":7,
				"expiresAfter":"2h"}""");
		application.post("/delay/names/bury", "{\"id\":\"1\",\"reason\":\"no such order\"}");
		ObjectNode rest = (ObjectNode) JSON.readTree(get("/topics/names/job?id=1").body());
		ObjectNode shown = (ObjectNode) application.get("/delay/names/job?id=1").json();
		assertThat(rest.remove("topic").asText()).isEqualTo("names");
		assertThat(shown.remove("version").asText()).isNotEmpty();
		assertThat(shown).isEqualTo(rest);
	}

	@Test
	void jobsThatAreNotTextHaveTheNamesOfTheRestApi() throws Exception {
		post("/topics/bytes/jobs", "{\"id\":\"1\",\"payloadBase64\":\"/w==\",\"delay\":\"1h\"}");
		JsonNode rest = JSON.readTree(get("/topics/bytes/job?id=1").body());
		assertThat(application.get("/delay/bytes/job?id=1").json().get("payloadBase64").asText()).isEqualTo("/w==")
			.isEqualTo(rest.get("payloadBase64").asText());
	}

	@ParameterizedTest
	@ValueSource(strings = { "unknown-topic", "unknown-topic/jobs?state=failed", "names/job?id=unknown-id",
			"names/jobs?state=lost", "names/unknown-path" })
	void errorsOfTheEndpointHaveTheTypesOfTheRestApi(String path) throws Exception {
		post("/topics/names/jobs", "{\"id\":\"2\",\"payload\":1,\"delay\":\"1h\"}");
		HttpResponse<String> rest = get("/topics/" + path);
		ActuatorApplication.Reply shown = application.get("/delay/" + path);
		assertThat(shown.contentType()).isEqualTo(rest.headers().firstValue("Content-Type").orElseThrow());
		assertThat(shown.status()).isEqualTo(rest.statusCode());
		for (String name : new String[] { "type", "title", "status" }) {
			assertThat(shown.json().get(name)).isEqualTo(JSON.readTree(rest.body()).get(name));
		}
	}

	private static HttpResponse<String> post(String path, String body) throws Exception {
		return send(path, (request) -> request.header("Content-Type", "application/json")
			.POST(HttpRequest.BodyPublishers.ofString(body)));
	}

	private static HttpResponse<String> get(String path) throws Exception {
		return send(path, HttpRequest.Builder::GET);
	}

	private static HttpResponse<String> send(String path, UnaryOperator<HttpRequest.Builder> operation)
			throws Exception {
		String port = application.bean(Environment.class).getRequiredProperty("local.server.port");
		URI uri = URI.create("http://127.0.0.1:" + port + "/delay/v1" + path);
		return CLIENT.send(operation.apply(HttpRequest.newBuilder(uri)).build(), HttpResponse.BodyHandlers.ofString());
	}

	@Configuration(proxyBeanMethods = false)
	static class NoParts {

	}

}
