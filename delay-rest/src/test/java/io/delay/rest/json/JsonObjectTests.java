// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.json;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.delay.job.JobPriority;
import io.delay.rest.problem.ProblemException;
import io.delay.rest.problem.ProblemType;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link JsonObject}.
 */
class JsonObjectTests {

	@ParameterizedTest
	@ValueSource(strings = { "1.50", "-0", "12345678901234567890.10", "\"a\\u0041\\n\"", "true", "null",
			"{ \"a\" : [1, 2 ] }", "[ ]", "\"\u00e4\uD83D\uDE00\"", "{\"a\":1,\"a\":2}" })
	void payloadIsKeptByteForByte(String payload) {
		JsonObject body = parse("{ \"id\":\"\u4e00\" , \"payload\" :  " + payload + "\t, \"ttr\":\"1s\"}");
		assertThat(new String(bytes(body, "payload"), StandardCharsets.UTF_8)).isEqualTo(payload);
		assertThat(body.text("id")).isEqualTo("\u4e00");
		assertThat(body.duration("ttr")).isEqualTo(Duration.ofSeconds(1));
	}

	@Test
	void payloadOfNestedObjectIsKeptByteForByte() {
		JsonObject body = parse("{\"jobs\": [ {\"payload\": 1 }, {\"payload\" : {\"x\": [ null ]} } ]}");
		assertThat(body.objects("jobs", 2, (job) -> new String(bytes(job, "payload"), StandardCharsets.UTF_8)))
			.containsExactly("1", "{\"x\": [ null ]}");
	}

	@Test
	void byteOrderMarkDoesNotShiftPayloads() {
		JsonObject body = parse("\uFEFF{\"payload\": [12]}");
		assertThat(new String(bytes(body, "payload"), StandardCharsets.UTF_8)).isEqualTo("[12]");
	}

	@Test
	void longTextsAndNumbersAreKept() {
		String number = "1".repeat(5000);
		JsonObject body = parse("{\"payload\":" + number + ", \"payloadText\":\"" + "x".repeat(200_000) + "\"}");
		assertThat(new String(bytes(body, "payload"), StandardCharsets.UTF_8)).isEqualTo(number);
		assertThat(body.text("payloadText")).hasSize(200_000);
	}

	@Test
	void emptyBodyHasNoFields() {
		JsonObject body = JsonObject.of(new byte[0]);
		assertThat(body.has("id")).isFalse();
		assertThat(body.text("id")).isNull();
		assertThat(body.raw("payload")).isNull();
	}

	@Test
	void nullIsLikeAMissingFieldButNotForPayloads() {
		JsonObject body = parse("{\"id\":null, \"payload\":null}");
		assertThat(body.text("id")).isNull();
		assertThat(body.number("id")).isNull();
		assertThat(bytes(body, "payload")).asString().isEqualTo("null");
	}

	@ParameterizedTest
	@CsvSource({ "30s, PT30S", "15m, PT15M", "500ms, PT0.5S", "1d, PT24H", "PT1H30M, PT1H30M", "pt5s, PT5S" })
	void durations(String text, Duration expected) {
		assertThat(parse("{\"delay\":\"" + text + "\"}").duration("delay")).isEqualTo(expected);
	}

	@ParameterizedTest
	@ValueSource(strings = { "\"30\"", "30", "\"\"", "\"30 parsecs\"", "\"99999999999999999999d\"", "\"PT\"",
			"\"9223372036854775807d\"", "true", "[]" })
	void otherDurationsAreRefused(String value) {
		assertInvalid(() -> parse("{\"delay\":" + value + "}").duration("delay"), "$.delay");
	}

	@ParameterizedTest
	@CsvSource({ "2030-01-31T08:00:00Z, 2030-01-31T08:00:00Z", "2030-01-31T16:00:00+08:00, 2030-01-31T08:00:00Z" })
	void instants(String text, Instant expected) {
		assertThat(parse("{\"dueTime\":\"" + text + "\"}").instant("dueTime")).isEqualTo(expected);
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "\"2030-01-31T08:00:00\"", "\"tomorrow\"", "1893484800", "\"+1000000000-12-31T23:59:59Z\"" })
	void otherInstantsAreRefused(String value) {
		assertInvalid(() -> parse("{\"dueTime\":" + value + "}").instant("dueTime"), "$.dueTime");
	}

	@ParameterizedTest
	@ValueSource(strings = { "1.0", "1e3", "\"1\"", "2147483648", "99999999999999999999", "{}" })
	void otherNumbersAreRefused(String value) {
		assertInvalid(() -> parse("{\"limit\":" + value + "}").number("limit"), "$.limit");
	}

	@Test
	void constantsAreNamed() {
		assertThat(parse("{\"priority\":\"HIGH\"}").constant("priority", JobPriority.class))
			.isEqualTo(JobPriority.HIGH);
		assertInvalid(() -> parse("{\"priority\":\"high\"}").constant("priority", JobPriority.class),
				"[HIGH, NORMAL, LOW]");
	}

	@Test
	void unknownFieldIsNamedWithThePlace() {
		JsonObject body = parse("{\"jobs\":[{}, {\"dealy\":\"1s\"}]}");
		assertInvalid(() -> body.objects("jobs", 500, (job) -> job.allow("delay", "id")),
				"'$.jobs[1].dealy' is unknown. Known fields: delay, id");
	}

	@Test
	void repeatedFieldIsRefused() {
		assertInvalid(() -> parse("{\"id\":\"a\", \"id\":\"b\"}"), "'$.id' appears twice");
	}

	@Test
	void missingFieldIsNamed() {
		assertInvalid(() -> parse("{}").requiredText("id"), "'$.id' is missing");
		assertInvalid(() -> parse("{}").objects("jobs", 500, (job) -> job), "'$.jobs' is missing");
	}

	@ParameterizedTest
	@ValueSource(strings = { "[]", "1", "null", "{", "{}{}", "{\"a\":}", "{\"a\":NaN}", "// {}", "{'a':1}",
			"{\"a\":\"\n\"}", "{\"a\":[1}", "{} x" })
	void otherBodiesAreRefused(String body) {
		assertInvalid(() -> parse(body), "");
	}

	@Test
	void otherEncodingsAreRefused() {
		assertInvalid(() -> JsonObject.of(new byte[] { '{', '"', (byte) 0xC0, (byte) 0x80, '"', ':', '1', '}' }),
				"UTF-8");
		assertInvalid(() -> JsonObject.of("{}".getBytes(StandardCharsets.UTF_16LE)), "UTF-8");
		assertInvalid(() -> JsonObject.of("{}".getBytes(StandardCharsets.UTF_16)), "UTF-8");
	}

	@Test
	void unpairedSurrogatesAreRefused() {
		assertInvalid(() -> parse("{\"payloadText\":\"\\ud800\"}").text("payloadText"), "unpaired surrogate");
		assertInvalid(() -> parse("{\"headers\":{\"\\ud800\":\"x\"}}").texts("headers"), "");
	}

	@Test
	void deepNestingIsRefused() {
		assertInvalid(() -> parse("{\"payload\":" + "[".repeat(100_000) + "}"), "1000");
	}

	@Test
	void listsAreBounded() {
		assertThat(parse("{\"ids\":[\"a\",\"b\"]}").textList("ids", 2)).containsExactly("a", "b");
		assertInvalid(() -> parse("{\"ids\":[\"a\",\"b\"]}").textList("ids", 1), "more than 1 elements. Send 1 to 1");
		assertInvalid(() -> parse("{\"ids\":[]}").textList("ids", 1), "0 elements");
		assertInvalid(() -> parse("{\"ids\":[1]}").textList("ids", 1), "'$.ids[0]' is a number");
	}

	@Test
	void objectsAreReadOneByOne() {
		List<String> places = new ArrayList<>();
		assertInvalid(() -> parse("{\"jobs\":[{}, {\"x\":1}, {\"x\":1}]}").objects("jobs", 500, (job) -> {
			places.add(job.place());
			return job.allow("id");
		}), "'$.jobs[1].x' is unknown");
		assertThat(places).containsExactly("$.jobs[0]", "$.jobs[1]");
	}

	@Test
	void fieldsAreBounded() {
		assertThat(parse(fields(JsonParts.MAX_FIELDS)).has("9999")).isTrue();
		assertInvalid(() -> parse(fields(JsonParts.MAX_FIELDS + 1)), "'$' has more than 10000 fields");
	}

	private static String fields(int count) {
		return IntStream.range(0, count)
			.mapToObj((number) -> "\"" + number + "\":1")
			.collect(Collectors.joining(",", "{", "}"));
	}

	@ParameterizedTest
	@ValueSource(ints = { 8191, 8192, 8193, 20_000 })
	void charactersOfSeveralBytesAreValidAnywhere(int length) {
		String text = "x".repeat(length) + "\u4e00\uD83D\uDE00";
		assertThat(parse("{\"payloadText\":\"" + text + "\"}").text("payloadText")).isEqualTo(text);
		byte[] cut = ("{\"payloadText\":\"" + text).getBytes(StandardCharsets.UTF_8);
		assertInvalid(() -> JsonObject.of(Arrays.copyOf(cut, cut.length - 1)), "UTF-8");
	}

	@Test
	void longNamesAreCutInMessages() {
		assertInvalid(() -> parse("{\"" + "x".repeat(99) + "\uD83D\uDE00yy\":1}").allow("id"),
				"'$." + "x".repeat(99) + "?...'");
	}

	private static JsonObject parse(String body) {
		return JsonObject.of(body.getBytes(StandardCharsets.UTF_8));
	}

	private static byte[] bytes(JsonObject object, String name) {
		byte[] raw = object.raw(name);
		assertThat(raw).isNotNull();
		return raw;
	}

	@Test
	void longNamesAreNotKept() {
		int megabyte = 1024 * 1024;
		long before = usedMemory();
		for (int i = 0; i < 12; i++) {
			String name = i + "a".repeat(megabyte);
			assertThat(JsonObject.of(("{\"payload\":{\"" + name + "\":1}}").getBytes(StandardCharsets.UTF_8))
				.has("payload")).isTrue();
		}
		assertThat(usedMemory() - before).isLessThan(6L * megabyte);
	}

	private static long usedMemory() {
		Runtime runtime = Runtime.getRuntime();
		System.gc();
		return runtime.totalMemory() - runtime.freeMemory();
	}

	private static void assertInvalid(Runnable call, String detail) {
		assertThatExceptionOfType(ProblemException.class).isThrownBy(call::run).satisfies((ex) -> {
			assertThat(ex.problem().type()).isEqualTo(ProblemType.INVALID_REQUEST);
			assertThat(ex.problem().detail()).contains(detail);
		});
	}

}
