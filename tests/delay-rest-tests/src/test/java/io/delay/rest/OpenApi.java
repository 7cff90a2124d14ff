// SPDX-License-Identifier: Apache-2.0

package io.delay.rest;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaValidatorsConfig;
import com.networknt.schema.SpecVersion;
import org.springframework.http.server.PathContainer;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The description of the operations, against which requests and answers are validated.
 */
public final class OpenApi {

	private static final ObjectMapper JSON = new ObjectMapper();

	private static final SchemaValidatorsConfig CONFIG = SchemaValidatorsConfig.builder()
		.formatAssertionsEnabled(true)
		.build();

	private static final OpenApi INSTANCE = new OpenApi();

	private final JsonSchemaFactory factory = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012);

	private final Map<JsonNode, JsonSchema> schemas = new ConcurrentHashMap<>();

	private final JsonNode root;

	private OpenApi() {
		try (InputStream file = OpenApi.class.getResourceAsStream("openapi.yaml")) {
			this.root = new ObjectMapper(new YAMLFactory()).readTree(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	public static OpenApi description() {
		return INSTANCE;
	}

	JsonNode root() {
		return this.root;
	}

	/**
	 * Return the methods and paths of all operations.
	 */
	Set<String> operations() {
		Set<String> operations = new TreeSet<>();
		this.root.get("paths")
			.properties()
			.forEach((path) -> path.getValue()
				.fieldNames()
				.forEachRemaining((method) -> operations.add(method.toUpperCase() + " " + path.getKey())));
		return operations;
	}

	void assertValidRequest(String method, String path, String body) {
		JsonNode schema = operation(method, path).at("/requestBody/content/application~1json/schema");
		assertThat(schema.isMissingNode()).as("%s %s has a body", method, path).isFalse();
		assertThat(errors(schema, body)).as("%s %s %s", method, path, body).isEmpty();
	}

	void assertValidAnswer(String method, String path, HttpResponse<String> answer) {
		JsonNode responses = operation(method, path).get("responses");
		JsonNode response = resolved(responses.path(String.valueOf(answer.statusCode())));
		assertThat(response.isMissingNode())
			.as("%s %s answers the undescribed status %s %s", method, path, answer.statusCode(), answer.body())
			.isFalse();
		if (!response.has("content")) {
			assertThat(answer.body()).isEmpty();
			return;
		}
		String contentType = answer.headers().firstValue("Content-Type").orElse("none");
		JsonNode content = response.get("content").path(contentType.replaceFirst(";.*", ""));
		assertThat(content.isMissingNode())
			.as("%s %s answers the undescribed content type %s", method, path, contentType)
			.isFalse();
		if (contentType.contains("json")) {
			assertThat(errors(content.get("schema"), answer.body())).as("%s %s %s", method, path, answer.body())
				.isEmpty();
		}
		response.path("headers")
			.fieldNames()
			.forEachRemaining((header) -> assertThat(answer.headers().firstValue(header)).as(header).isPresent());
	}

	public List<String> errors(String schema, String json) {
		return errors(this.root.at("/components/schemas/" + schema), json);
	}

	private List<String> errors(JsonNode schema, String json) {
		try {
			return this.schemas.computeIfAbsent(schema, this::compile)
				.validate(JSON.readTree(json))
				.stream()
				.map(Object::toString)
				.collect(Collectors.toList());
		}
		catch (JsonProcessingException ex) {
			return List.of("No JSON: " + ex.getOriginalMessage());
		}
	}

	// References lead to the components of the file
	private JsonSchema compile(JsonNode schema) {
		ObjectNode whole = schema.deepCopy();
		whole.set("components", this.root.get("components"));
		return this.factory.getSchema(whole, CONFIG);
	}

	private JsonNode operation(String method, String path) {
		PathContainer parsed = PathContainer.parsePath(path.replaceFirst("\\?.*", ""));
		return this.root.get("paths")
			.properties()
			.stream()
			.filter((candidate) -> matches(candidate.getKey(), parsed))
			.map((candidate) -> candidate.getValue().path(method.toLowerCase()))
			.findFirst()
			.filter((operation) -> !operation.isMissingNode())
			.orElseThrow(() -> new AssertionError("There is no operation " + method + " " + path));
	}

	private static boolean matches(String template, PathContainer path) {
		PathPattern pattern = PathPatternParser.defaultInstance.parse(template);
		return pattern.matches(path);
	}

	private JsonNode resolved(JsonNode node) {
		return node.has("$ref") ? this.root.at(node.get("$ref").asText().substring(1)) : node;
	}

}
