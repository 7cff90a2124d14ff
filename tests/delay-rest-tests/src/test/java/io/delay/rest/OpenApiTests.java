// SPDX-License-Identifier: Apache-2.0

package io.delay.rest;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import com.fasterxml.jackson.databind.JsonNode;
import io.swagger.v3.parser.OpenAPIV3Parser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;

import io.delay.rest.problem.ProblemType;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the description of the operations.
 */
class OpenApiTests {

	private static final Set<String> KEYWORDS = Set.of("$ref", "const", "contentEncoding", "default", "description",
			"enum", "examples", "format", "maxItems", "maxLength", "maximum", "minItems", "minLength", "minimum",
			"pattern", "required", "type", "uniqueItems");

	private final OpenApi description = OpenApi.description();

	@Test
	void isValidOpenApi() {
		assertThat(new OpenAPIV3Parser().readContents(this.description.root().toString()).getMessages()).isEmpty();
	}

	// In YAML, a comma ends an unquoted text between braces, and the rest becomes a name
	@Test
	void hasNoNameWithoutAValue() {
		List<String> empty = new ArrayList<>();
		collectEmpty("", this.description.root(), empty);
		assertThat(empty).isEmpty();
	}

	private static void collectEmpty(String place, JsonNode node, List<String> empty) {
		node.properties().forEach((field) -> collectEmpty(place + "/" + field.getKey(), field.getValue(), empty));
		for (int i = 0; node.isArray() && i < node.size(); i++) {
			collectEmpty(place + "/" + i, node.get(i), empty);
		}
		if (node.isNull()) {
			empty.add(place);
		}
	}

	// A client that is generated without a body sends no Content-Type, which is refused
	@Test
	void operationsThatNeedAContentTypeHaveABody() {
		this.description.root().at("/paths").properties().forEach((path) -> {
			for (String method : List.of("post", "patch")) {
				if (path.getValue().has(method)) {
					assertThat(path.getValue().at("/" + method).has("requestBody")).as(method + " " + path.getKey())
						.isTrue();
				}
			}
		});
	}

	@Test
	void schemasHaveOnlyKnownKeywords() {
		Set<String> unknown = new TreeSet<>();
		this.description.root().at("/components/schemas").forEach((schema) -> collectUnknown(schema, unknown));
		assertThat(unknown).isEmpty();
	}

	private static void collectUnknown(JsonNode schema, Set<String> unknown) {
		schema.properties().forEach((keyword) -> {
			JsonNode value = keyword.getValue();
			switch (keyword.getKey()) {
				case "properties" -> value.forEach((property) -> collectUnknown(property, unknown));
				case "allOf", "anyOf", "oneOf" -> value.forEach((part) -> collectUnknown(part, unknown));
				case "items", "not" -> collectUnknown(value, unknown);
				case "additionalProperties", "unevaluatedProperties" -> {
					if (value.isObject()) {
						collectUnknown(value, unknown);
					}
				}
				default -> {
					if (!KEYWORDS.contains(keyword.getKey())) {
						unknown.add(keyword.getKey());
					}
				}
			}
		});
	}

	@Test
	void descriptionHasExactlyTheOperationsOfTheControllers() {
		Set<String> mappings = new TreeSet<>();
		for (Class<?> controller : List.of(JobController.class, ReserveController.class, SettlementController.class,
				TopicController.class, OperatorController.class, OpenApiController.class)) {
			Arrays.stream(controller.getDeclaredMethods())
				.map((method) -> MergedAnnotations.from(method).get(RequestMapping.class))
				.filter((mapping) -> mapping.isPresent())
				.forEach((mapping) -> mappings.add(mapping.getEnumArray("method", RequestMethod.class)[0] + " "
						+ mapping.getStringArray("path")[0]));
		}
		assertThat(mappings).hasSizeGreaterThan(15);
		assertThat(this.description.operations()).isEqualTo(mappings);
	}

	@Test
	void hasAllErrors() {
		String responses = this.description.root().at("/components/responses").toString();
		assertThat(ProblemType.values()).allSatisfy((type) -> assertThat(responses).contains('"' + type.uri() + '"'));
	}

	@Test
	void examplesAreValid() {
		int[] examples = new int[1];
		this.description.root().at("/components/schemas").properties().forEach((schema) -> {
			for (JsonNode example : schema.getValue().path("examples")) {
				assertThat(this.description.errors(schema.getKey(), example.toString())).as(schema.getKey()).isEmpty();
				examples[0]++;
			}
		});
		assertThat(examples[0]).isGreaterThan(10);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			NewJob      | {}
			NewJob      | {"payload":1, "payloadText":"x"}
			NewJob      | {"payload":1, "delay":30}
			NewJob      | {"payload":1, "delay":"30"}
			NewJob      | {"payload":1, "delay":"1s", "dueTime":"2030-01-31T08:00:00Z"}
			NewJob      | {"payload":1, "dueTime":"2030-01-31T08:00:00"}
			NewJob      | {"payload":1, "dealy":"1s"}
			NewJob      | {"payload":1, "headers":{"a":1}}
			NewJobs     | {"jobs":[]}
			NewJobs     | {"jobs":[{"payload":1}]}
			DueTime     | {}
			Job         | {"topic":"a", "id":"b", "state":"READY"}
			Job         | {"topic":"a", "id":"b", "state":"READY", "time":"2030-01-31T08:00:00Z"}
			ReservedJob | {"topic":"a", "id":"b", "token":"t", "attempt":1}
			Settlements | {"settlements":[{"topic":"a", "id":"b", "token":"t", "action":"fail"}]}
			Settlements | {"settlements":[{"topic":"a", "id":"b", "token":"t", "action":"ack", "delay":"1s"}]}
			Problem     | {"type":"about:blank", "title":"a", "status":400, "detail":"b"}
			Topic       | {"topic":"a", "jobs":{}, "paused":false, "consumers":0, "dropped":0}
			""")
	void wrongBodiesAreFound(String schema, String body) {
		assertThat(this.description.errors(schema, body)).isNotEmpty();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					NewJob      | {"payload":null, "delay":"30s"}
					Settlements | {"settlements":[{"topic":"a", "id":"b", "token":"t", "action":"fail", "error":"e", "delay":"1s"}]}
					Settlements | {"settlements":[{"topic":"a", "id":"b", "token":"t", "action":"ack"}]}
					Job         | {"topic":"a", "id":"b", "state":"READY", "time":"2030-01-31T08:00:00Z", "corrupt":true}
					""")
	void rightBodiesAreAccepted(String schema, String body) {
		assertThat(this.description.errors(schema, body)).isEmpty();
	}

}
