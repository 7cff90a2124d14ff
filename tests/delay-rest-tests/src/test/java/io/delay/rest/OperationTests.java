// SPDX-License-Identifier: Apache-2.0

package io.delay.rest;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.delay.job.Job;
import io.delay.job.JobState;
import io.delay.rest.RestApplication.Web;
import io.delay.store.ReservedJob;
import io.delay.store.StoredJob;
import io.delay.store.admin.JobCopies;
import io.delay.store.admin.JobStoreAdministrator;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the operations over HTTP and their errors.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class OperationTests {

	private final Web web;

	private RestApplication application;

	private RestClientForTests client;

	private DelayTemplate template;

	OperationTests(Web web) {
		this.web = web;
	}

	@BeforeAll
	void start() {
		this.application = RestApplication.start(this.web, RestApplication.open());
		this.client = new RestClientForTests(this.application.address());
		this.template = this.application.bean(DelayTemplate.class);
		this.template.submit(Job.to("known").build());
	}

	@AfterAll
	void stop() {
		this.application.close();
	}

	@Test
	void jobWithAnIdOfAnotherProgramIsListedAndSettled() {
		this.template.submit(Job.to("another").id("x").build());
		StoredJob job = this.template.find("another", "x").orElseThrow();
		this.template.cancel("another", "x");
		this.application.bean(JobStoreAdministrator.class)
			.insert(new JobCopies("another", List.of(new StoredJob("another", "line\nbreak", job.state(), job.time(),
					job.dueTime(), job.record(), null))));
		assertThat(send("GET", "/topics/another/jobs?state=READY", null).body()).contains("\"id\":\"line\\nbreak\"");
		String token = send("POST", "/topics/another/reserve", "{}").body()
			.replaceAll("(?s).*\"token\":\"([^\"]*)\".*", "$1");
		String failed = send("POST", "/topics/another/bury",
				"{\"id\":\"line\\nbreak\",\"reason\":\"x\",\"token\":\"" + token + "\"}")
			.body();
		assertThat(failed).isEmpty();
		assertThat(send("POST", "/topics/another/kick", "{\"ids\":[\"line\\nbreak\"]}").body()).contains("FAILED");
	}

	@Test
	void submittedJobIsFound() {
		HttpResponse<String> created = send("POST", "/topics/orders/jobs", """
				{"id":"a/b%;1", "payload":{"n": 1.50 }, "delay":"1h", "ttr":"2m", "maxAttempts":7, "priority":"HIGH",
				"headers":{"tenant":"blue"}}""");
		assertThat(created.statusCode()).isEqualTo(201);
		assertThat(created.body()).contains("\"topic\":\"orders\"", "\"status\":\"CREATED\"");
		assertThat(created.headers().firstValue("Location")).hasValue("job?id=a%2Fb%25%3B1");
		HttpResponse<String> found = send("GET", "/topics/orders/job?id=a%2Fb%25%3B1", null);
		assertThat(found.body()).contains("\"payload\":{\"n\": 1.50 }", "\"state\":\"DELAYED\"", "\"ttr\":\"PT2M\"",
				"\"maxAttempts\":7", "\"priority\":\"HIGH\"", "\"tenant\":\"blue\"");
		assertThat(found.headers().allValues("Cache-Control")).isNotEmpty()
			.allSatisfy((value) -> assertThat(value).contains("no-store"));
	}

	@Test
	void expiryIsKeptAndShown() {
		send("POST", "/topics/expiring/jobs", """
				{"id":"1", "payload":1, "dueTime":"2030-01-31T08:00:00Z", "expiresAfter":"2h"}""");
		send("POST", "/topics/expiring/jobs", """
				{"id":"2", "payload":1, "expiresAt":"2030-01-31T08:00:00Z"}""");
		assertThat(job("expiring", "1", "auto")).contains("\"expiresAt\":\"2030-01-31T10:00:00Z\"");
		assertThat(send("POST", "/topics/expiring/reserve", "{}").body()).contains("\"id\":\"2\"",
				"\"expiresAt\":\"2030-01-31T08:00:00Z\"");
	}

	@Test
	void idIsGenerated() {
		assertThat(send("POST", "/topics/orders/jobs", "{\"payload\":1}").body())
			.matches("\\{\"topic\":\"orders\",\"id\":\"[^\"]{10,}\",.*");
	}

	@Test
	void payloadsAreKept() {
		send("POST", "/topics/forms/jobs", "{\"id\":\"json\",\"payload\":\"\\u00e4\"}");
		send("POST", "/topics/forms/jobs", "{\"id\":\"text\",\"payloadText\":\"\u4e00 {\"}");
		send("POST", "/topics/forms/jobs", "{\"id\":\"bytes\",\"payloadBase64\":\"/wA=\"}");
		send("POST", "/topics/forms/jobs", "{\"id\":\"empty\",\"payloadText\":\"\"}");
		assertThat(payload("json")).isEqualTo("\"\\u00e4\" \t".getBytes(StandardCharsets.UTF_8));
		assertThat(payload("text")).isEqualTo("\u4e00 {".getBytes(StandardCharsets.UTF_8));
		assertThat(payload("bytes")).isEqualTo(new byte[] { (byte) 0xFF, 0 });
		assertThat(job("forms", "json", "auto")).contains("\"payload\":\"\\u00e4\"");
		assertThat(job("forms", "json", "text")).contains("\"payloadText\":\"\\\"\\\\u00e4\\\" \\t\"");
		assertThat(job("forms", "json", "base64"))
			.contains("\"payloadBase64\":\"" + Base64.getEncoder().encodeToString(payload("json")) + "\"");
		assertThat(job("forms", "text", "auto")).contains("\"payloadText\":\"\u4e00 {\"");
		assertThat(job("forms", "bytes", "auto")).contains("\"payloadBase64\":\"/wA=\"");
		assertThat(job("forms", "bytes", "text")).contains("\"payloadBase64\":\"/wA=\"");
		assertThat(job("forms", "empty", "auto")).contains("\"payloadText\":\"\"");
	}

	private byte[] payload(String id) {
		return this.template.find("forms", id).map(StoredJob::record).orElseThrow().payload();
	}

	private String job(String topic, String id, String payloadAs) {
		return send("GET", "/topics/" + topic + "/job?id=" + id + "&payloadAs=" + payloadAs, null).body();
	}

	@Test
	void existingIdIsKeptReplacedOrRejected() {
		assertThat(submit("{\"id\":\"e\",\"payload\":1,\"delay\":\"1h\"}").statusCode()).isEqualTo(201);
		HttpResponse<String> kept = submit("{\"id\":\"e\",\"payload\":2}");
		assertThat(kept.statusCode()).isEqualTo(200);
		assertThat(kept.body()).contains("\"status\":\"EXISTING\"", "\"found\":\"DELAYED\"");
		assertThat(submit("{\"id\":\"e\",\"payload\":2,\"onConflict\":\"REPLACE\",\"delay\":\"1h\"}").body())
			.contains("\"status\":\"REPLACED\"");
		assertProblem(submit("{\"id\":\"e\",\"payload\":3,\"onConflict\":\"REJECT\"}"), 409, "job-exists",
				"\"ids\":[\"e\"]");
	}

	private HttpResponse<String> submit(String body) {
		return send("POST", "/topics/conflicts/jobs", body);
	}

	@Test
	void batchHasOneResultPerJob() {
		HttpResponse<String> results = send("POST", "/jobs", """
				{"jobs":[{"topic":"b1","payloadText":"x"}, {"topic":"b2","id":"y","payload":1,"onConflict":"REJECT"},
				{"topic":"b2","id":"y","payload":1,"onConflict":"REJECT"}]}""");
		assertThat(results.statusCode()).isEqualTo(200);
		assertThat(results.body()).contains("\"topic\":\"b2\",\"id\":\"y\",\"status\":\"CREATED\"",
				"\"problem\":{\"type\":\"urn:delay:problem:job-exists\"");
		assertThat(this.template.find("b2", "y")).isPresent();
	}

	@Test
	void invalidBatchStoresNothing() {
		assertProblem(this.client.sendInvalid("POST", "/jobs",
				"{\"jobs\":[{\"topic\":\"bad\",\"id\":\"1\",\"payload\":1}, {\"topic\":\"bad\",\"id\":\"2\",\"payload\":1,\"ttr\":\"0s\"}]}"),
				400, "invalid-request", "TTR");
		assertThat(this.template.find("bad", "1")).isEmpty();
	}

	@Test
	void rescheduleAndCancel() {
		send("POST", "/topics/moved/jobs", "{\"id\":\"m\",\"payload\":1,\"delay\":\"1h\"}");
		assertThat(send("PATCH", "/topics/moved/job?id=m", "{\"delay\":\"2h\"}").body())
			.isEqualTo("{\"topic\":\"moved\",\"id\":\"m\",\"found\":\"DELAYED\"}");
		assertThat(send("PATCH", "/topics/moved/job?id=m", "{\"dueTime\":\"2030-01-31T16:00:00+08:00\"}").statusCode())
			.isEqualTo(200);
		assertThat(send("GET", "/topics/moved/job?id=m", null).body()).contains("\"time\":\"2030-01-31T08:00:00Z\"");
		assertThat(send("DELETE", "/topics/moved/job?id=m", null).body())
			.isEqualTo("{\"topic\":\"moved\",\"id\":\"m\",\"found\":\"DELAYED\"}");
		assertProblem(send("DELETE", "/topics/moved/job?id=m", null), 404, "job-not-found", "'moved'");
		assertProblem(send("GET", "/topics/moved/job?id=m", null), 404, "job-not-found", "'m'");
		assertProblem(send("PATCH", "/topics/moved/job?id=m", "{\"delay\":\"2h\"}"), 404, "job-not-found", "'m'");
	}

	@Test
	void reservedAndFailedJobsAreNotRescheduled() {
		ReservedJob job = reserved("stuck", "s");
		assertProblem(send("PATCH", "/topics/stuck/job?id=s", "{\"delay\":\"2h\"}"), 409, "job-reserved", "held");
		assertThat(send("GET", "/topics/stuck/job?id=s", null).body()).contains("\"lease\":{\"host\":", "\"until\":");
		assertThat(settle("stuck", "bury", job, ",\"reason\":\"no\"").statusCode()).isEqualTo(204);
		assertProblem(send("PATCH", "/topics/stuck/job?id=s", "{\"delay\":\"2h\"}"), 409, "job-failed", "Kick");
		assertThat(send("GET", "/topics/stuck/job?id=s", null).body()).contains("\"failures\":{\"attempts\":1,",
				"\"error\":\"no\"");
	}

	@Test
	void earlierFailuresAreShownAfterTheLastOne() {
		for (String error : new String[] { "first", "second" }) {
			ReservedJob job = "first".equals(error) ? reserved("twice", "t") : this.template.reserve("twice", 1).get(0);
			settle("twice", "fail", job, ",\"error\":\"" + error + "\",\"delay\":\"0s\"");
		}
		assertThat(send("GET", "/topics/twice/job?id=t", null).body()).containsSubsequence(
				"\"failures\":{\"attempts\":2,", "\"error\":\"second\"", "\"earlier\":[{", "\"error\":\"first\"");
	}

	@Test
	void settlementsOfOneLease() {
		assertThat(settle("ends", "ack", reserved("ends", "1"), "").statusCode()).isEqualTo(204);
		assertThat(this.template.find("ends", "1")).isEmpty();
		assertThat(settle("ends", "release", reserved("ends", "2"), ",\"delay\":\"1h\"").statusCode()).isEqualTo(204);
		assertThat(state("ends", "2")).contains(JobState.DELAYED);
		ReservedJob failed = reserved("ends", "3");
		assertThat(settle("ends", "touch", failed, ",\"ttr\":\"1h\"").statusCode()).isEqualTo(204);
		assertThat(settle("ends", "fail", failed, ",\"error\":\"broken\",\"delay\":\"1h\"").statusCode())
			.isEqualTo(204);
		assertThat(state("ends", "3")).contains(JobState.DELAYED);
		assertProblem(settle("ends", "fail", failed, ",\"error\":\"broken\""), 409, "lease-lost", "no longer valid");
		assertProblem(settle("ends", "ack", failed, ""), 409, "lease-lost", "'3'");
		assertProblem(settle("ends", "release", failed, ""), 409, "lease-lost", "'3'");
		assertProblem(settle("ends", "bury", failed, ",\"reason\":\"x\""), 409, "lease-lost", "'3'");
		assertProblem(settle("ends", "touch", failed, ",\"ttr\":\"1s\""), 409, "lease-lost", "'3'");
	}

	@Test
	void batchOfSettlements() {
		ReservedJob first = reserved("batch", "1");
		ReservedJob second = reserved("batch", "2");
		ReservedJob third = reserved("other", "3");
		HttpResponse<String> results = send("POST", "/settle",
				"{\"settlements\":[" + String.join(",", action("ack", first, ""),
						action("touch", second, ",\"ttr\":\"1h\""), action("ack", first, ""),
						action("bury", third, ",\"reason\":\"x\""), action("release", second, "")) + "]}");
		String done = "{\"topic\":\"batch\",\"id\":\"%s\"}";
		assertThat(results.body())
			.startsWith("{\"results\":[" + done.formatted("1") + "," + done.formatted("2")
					+ ",{\"topic\":\"batch\",\"id\":\"1\",\"problem\":{\"type\":\"urn:delay:problem:lease-lost\"")
			.endsWith("}},{\"topic\":\"other\",\"id\":\"3\"}," + done.formatted("2") + "]}");
		assertThat(state("other", "3")).contains(JobState.FAILED);
	}

	@Test
	void unknownTopicOfALeaseIsNamed() {
		String lease = "{\"id\":\"1\",\"token\":\"a/rest:1\"}";
		assertProblem(send("POST", "/topics/mistyped/ack", lease), 409, "lease-lost", "no topic 'mistyped'");
		assertThat(send("POST", "/settle",
				"{\"settlements\":[" + lease.replace("{", "{\"topic\":\"mistyped\",\"action\":\"ack\",") + "]}")
			.body()).contains("no topic 'mistyped'");
	}

	private static String action(String action, ReservedJob job, String more) {
		return "{\"action\":\"" + action + "\",\"topic\":\"" + job.lease().topic() + "\"," + lease(job) + more + "}";
	}

	@Test
	void topicsAndTheirJobs() {
		List.of("1", "2", "3")
			.forEach((id) -> this.template.submit(Job.to("listed").id(id).delay(Duration.ofHours(1)).build()));
		assertThat(send("GET", "/topics/listed", null).body()).contains("\"jobs\":{\"DELAYED\":3", "\"paused\":false");
		assertThat(send("GET", "/topics", null).body()).contains("{\"topic\":\"listed\"");
		String page = send("GET", "/topics/listed/jobs?state=DELAYED&limit=2", null).body();
		assertThat(page).contains("\"id\":\"1\"", "\"id\":\"2\"").doesNotContain("\"id\":\"3\"");
		String next = page.replaceAll("(?s).*\"next\":\"([^\"]*)\".*", "$1");
		assertThat(send("GET", "/topics/listed/jobs?state=DELAYED&after=" + next, null).body()).contains("\"id\":\"3\"")
			.doesNotContain("\"id\":\"1\"", "next");
		assertThat(send("GET", "/topics/listed/jobs?state=DELAYED&limit=1&order=newest", null).body())
			.contains("\"id\":\"3\"");
		assertProblem(send("GET", "/topics/none", null), 404, "topic-not-found", "'none'");
		assertProblem(send("GET", "/topics/none/jobs?state=READY", null), 404, "topic-not-found", "'none'");
	}

	@Test
	void topicsAreListedInPages() {
		List.of("page-1", "page-2", "page-3").forEach((topic) -> this.template.submit(Job.to(topic).build()));
		assertThat(send("GET", "/topics?after=page-&limit=2", null).body()).contains("\"page-1\"", "\"page-2\"")
			.doesNotContain("\"page-3\"")
			.endsWith("\"next\":\"page-2\"}");
		assertThat(send("GET", "/topics?after=page-2&limit=1", null).body()).contains("\"topic\":\"page-3\"");
	}

	@Test
	void topicIsPausedAndResumed() {
		this.template.submit(Job.to("held").build());
		assertThat(send("POST", "/topics/held/pause", null).body())
			.isEqualTo("{\"topic\":\"held\",\"paused\":true,\"changed\":true}");
		assertThat(send("POST", "/topics/held/pause", null).body()).contains("\"changed\":false");
		assertThat(send("GET", "/topics/held", null).body()).contains("\"paused\":true", "\"pause\":{\"by\":\"");
		assertThat(send("POST", "/topics/held/reserve", "{}").body()).isEqualTo("{\"jobs\":[]}");
		assertThat(send("POST", "/topics/held/resume", null).body())
			.isEqualTo("{\"topic\":\"held\",\"paused\":false,\"changed\":true}");
		assertProblem(send("POST", "/topics/none/pause", null), 404, "topic-not-found", "'none'");
	}

	@Test
	void jobsOfAStateArePurged() {
		List.of("1", "2", "3")
			.forEach((id) -> this.template.submit(Job.to("purged").id(id).delay(Duration.ofHours(1)).build()));
		String first = send("DELETE", "/topics/purged/jobs?state=delayed&limit=2", null).body();
		assertThat(first).startsWith("{\"topic\":\"purged\",\"jobs\":2,\"done\":2,\"total\":3,\"next\":\"");
		String next = first.replaceAll("(?s).*\"next\":\"([^\"]*)\".*", "$1");
		assertThat(send("DELETE", "/topics/purged/jobs?state=DELAYED&after=" + next, null).body())
			.isEqualTo("{\"topic\":\"purged\",\"jobs\":1,\"done\":3,\"total\":3}");
		assertProblem(send("DELETE", "/topics/none/jobs?state=FAILED", null), 404, "topic-not-found", "'none'");
	}

	@Test
	void kickReturnsTheStateOfEachJob() {
		ReservedJob job = reserved("kicked", "1");
		this.template.bury(job.lease(), "no");
		assertThat(send("POST", "/topics/kicked/kick", "{\"ids\":[\"1\",\"2\"],\"delay\":\"1h\"}").body())
			.isEqualTo("{\"results\":[{\"topic\":\"kicked\",\"id\":\"1\",\"found\":\"FAILED\"},"
					+ "{\"topic\":\"kicked\",\"id\":\"2\"}]}");
		assertThat(state("kicked", "1")).contains(JobState.DELAYED);
		assertProblem(send("POST", "/topics/none/kick", "{\"ids\":[\"1\"]}"), 404, "topic-not-found", "'none'");
	}

	@Test
	void openApiDescriptionIsReturned() {
		HttpResponse<String> description = send("GET", "/openapi.yaml", null);
		assertThat(description.statusCode()).isEqualTo(200);
		assertThat(description.body()).startsWith("openapi: 3.1.0").contains("\n  - url: /delay/v1\n");
	}

	@Test
	void pagesOfOtherSitesGetNoPermission() {
		HttpRequest.Builder preflight = this.client.request("OPTIONS", "/topics/a/reserve", null)
			.header("Access-Control-Request-Method", "POST")
			.header("Origin", "http://other.example");
		HttpResponse<String> answer = this.client.sendUnchecked(preflight);
		assertThat(answer.headers().map().keySet()).noneMatch((name) -> name.startsWith("access-control"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "GET /nothing", "GET ", "POST /topics/a/nothing", "GET /topics/a/b/c", "DELETE /" })
	void unknownPaths(String request) {
		String[] parts = request.split(" ", 2);
		HttpResponse<String> answer = this.client.sendUnchecked(this.client.request(parts[0], parts[1], null));
		assertProblem(answer, 404, "unknown-path", "openapi.yaml");
	}

	@ParameterizedTest
	@CsvSource({ "PUT, /topics/a/jobs, GET", "GET, /topics/a/reserve, POST", "POST, /topics, GET",
			"PATCH, /openapi.yaml, GET", "DELETE, /settle, POST", "OPTIONS, /topics/a/reserve, POST",
			"OPTIONS, /topics/a/jobs, POST" })
	void otherMethods(String method, String path, String allowed) {
		HttpResponse<String> answer = this.client.sendUnchecked(this.client.request(method, path, "{}"));
		assertProblem(answer, 405, "method-not-allowed", method);
		assertThat(answer.headers().firstValue("Allow").orElse("")).contains(allowed).doesNotContain("TRACE");
	}

	@Test
	void otherContentTypes() {
		HttpRequest.Builder form = this.client.request("POST", "/jobs", "{}")
			.setHeader("Content-Type", "application/x-www-form-urlencoded");
		assertProblem(join("POST", "/jobs", form), 415, "unsupported-media-type", "application/json");
		HttpRequest.Builder latin = this.client.request("POST", "/jobs", "{}")
			.setHeader("Content-Type", "application/json;charset=ISO-8859-1");
		assertProblem(join("POST", "/jobs", latin), 415, "unsupported-media-type", "ISO-8859-1");
		HttpRequest.Builder xml = this.client.request("GET", "/topics", null)
			.header("Accept", "application/xml, */*;q=0");
		assertProblem(join("GET", "/topics", xml), 406, "not-acceptable", "application/json");
		HttpRequest.Builder any = this.client.request("GET", "/topics", null).header("Accept", "text/html, */*;q=0.1");
		assertThat(join("GET", "/topics", any).statusCode()).isEqualTo(200);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`',
			textBlock = """
					POST  | /topics/a/jobs              | {                                           | not valid JSON
					POST  | /topics/a/jobs              | {}                                          | Send exactly one
					POST  | /topics/a%20b/jobs          | {"payload":1}                               | Topic
					POST  | /topics/a/jobs              | {"payload":1,"id":"a b"}                    | white space
					POST  | /jobs                       | {"jobs":[{"topic":"..","payload":1}]}       | another name
					POST  | /topics/a/jobs              | {"payload":1,"delay":"-1s"}                 | negative
					POST  | /topics/a/jobs              | {"payload":1,"payloadBase64":"?"}           | exactly one
					POST  | /topics/a/jobs              | {"payloadBase64":"?"}                       | Base64
					POST  | /topics/a/jobs              | {"payload":1,"maxAttempts":0}               | Max attempts
					POST  | /topics/a/jobs              | {"payload":1,"delay":"1s","dueTime":"2030-01-31T08:00:00Z"} | one of them
					POST  | /topics/a/jobs              | {"payload":1,"expiresAfter":"1s","expiresAt":"2030-01-31T08:00:00Z"} | one of them
					POST  | /topics/a/jobs              | {"payload":1,"expiresAfter":"0s"}           | longer than zero
					POST  | /topics/a/jobs              | {"payload":1,"headers":{"delay_expires":"soon"}} | expiresAfter
					POST  | /topics/a/jobs              | {"payload":1,"headers":{"delay_submittedAt":"9e15"}} | delay_submittedAt
					POST  | /topics/a/jobs?x=1          | {"payload":1}                               | 'x' is unknown
					GET   | /topics/a/job               |                                             | 'id' is missing
					GET   | /topics/a/job?id=1&id=2     |                                             | twice
					GET   | /topics/a/job?id=1&payloadAs=xml |                                        | auto, text or base64
					PATCH | /topics/a/job?id=1          | {}                                          | Send one of them
					GET   | /topics/a/jobs              |                                             | 'state' is missing
					GET   | /topics/a/jobs?state=LATE   |                                             | DELAYED
					GET   | /topics/known/jobs?state=READY&limit=501  |                               | Limit 501
					GET   | /topics/a/jobs?state=READY&limit=x        |                               | whole number
					GET   | /topics/a/jobs?state=READY&order=up       |                               | oldest or newest
					GET   | /topics/a/jobs?state=READY&after=x        |                               | 'next'
					POST  | /topics/a/reserve           | {"limit":501}                               | Limit 501
					POST  | /topics/a/reserve           | {"wait":"21s"}                              | 20s
					POST  | /topics/a/reserve           | {"reservation":"short"}                     | UUID
					POST  | /topics/a/reserve           | {"consumer":"a b"}                          | consumer
					POST  | /topics/a/hand-back         | {}                                          | '$.reservation' is missing
					POST  | /topics/a/ack               | {"id":"1"}                                  | '$.token' is missing
					POST  | /topics/a/ack               | {"id":"1","token":"a;b"}                    | not a token
					POST  | /topics/a/touch             | {"id":"1","token":"t"}                      | '$.ttr' is missing
					POST  | /topics/a/fail              | {"id":"1","token":"t"}                      | '$.error' is missing
					POST  | /settle                     | {"settlements":[{"action":"eat"}]}          | $.settlements[0].action
					GET   | /topics?limit=501           |                                             | 1 to 500
					DELETE | /topics/known/jobs         |                                             | 'state' is missing
					DELETE | /topics/known/jobs?state=FAILED&limit=10001 |                            | 1 to 10000
					DELETE | /topics/known/jobs?state=FAILED&after=x |                                | 'next'
					POST  | /topics/known/pause         | {"until":"tomorrow"}                        | '$.until' is unknown
					POST  | /topics/known/kick          | {"ids":["1","1"]}                           | 1
					""")
	void invalidRequests(String method, String path, @Nullable String body, String detail) {
		assertProblem(this.client.sendInvalid(method, path, body), 400, "invalid-request", detail);
	}

	@Test
	void payloadThatIsTooLarge() {
		assertProblem(send("POST", "/topics/a/jobs", "{\"payloadText\":\"" + "x".repeat(65_537) + "\"}"), 413,
				"payload-too-large", "65");
	}

	private ReservedJob reserved(String topic, String id) {
		this.template.submit(Job.to(topic).id(id).payload("1").build());
		return this.template.reserve(topic, 1).get(0);
	}

	private Optional<JobState> state(String topic, String id) {
		return this.template.find(topic, id).map(StoredJob::state);
	}

	private HttpResponse<String> settle(String topic, String operation, ReservedJob job, String more) {
		return send("POST", "/topics/" + topic + "/" + operation, "{" + lease(job) + more + "}");
	}

	private static String lease(ReservedJob job) {
		return "\"id\":\"" + job.lease().id() + "\",\"token\":\"" + job.lease().token() + "\"";
	}

	private HttpResponse<String> send(String method, String path, @Nullable String body) {
		return this.client.send(method, path, body);
	}

	private HttpResponse<String> join(String method, String path, HttpRequest.Builder request) {
		return this.client.exchange(method, path, request).orTimeout(30, TimeUnit.SECONDS).join();
	}

	public static void assertProblem(HttpResponse<String> answer, int status, String type, String detail) {
		assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
		assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
		assertThat(answer.body()).contains("\"type\":\"urn:delay:problem:" + type + "\"", "\"status\":" + status,
				detail);
		assertThat(OpenApi.description().errors("Problem", answer.body())).isEmpty();
	}

}
