// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.descriptor;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;

import io.delay.admin.TopicStatusScan;
import io.delay.rest.problem.ProblemType;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Problem}.
 */
class ProblemTests {

	@Test
	void typesHaveTheNamesTitlesAndStatusOfTheRestApi() {
		Map<String, ProblemType> rest = Arrays.stream(ProblemType.values())
			.collect(Collectors.toMap(ProblemType::uri, Function.identity()));
		List<Problem> problems = Stream.of(Problem.Type.values()).map((type) -> Problem.of(type, "why")).toList();
		assertThat(problems).filteredOn((problem) -> rest.containsKey(problem.type())).allSatisfy((problem) -> {
			assertThat(problem.title()).isEqualTo(rest.get(problem.type()).title());
			assertThat(problem.status()).isEqualTo(rest.get(problem.type()).status());
		});
		assertThat(problems.stream().map(Problem::type).filter((type) -> !rest.containsKey(type)))
			.containsExactly("urn:delay:problem:cause-not-found", "urn:delay:problem:conflict");
	}

	@Test
	void unreadTopicIsAConflictOnlyIfTheStoreRefusesIt() {
		assertThat(typeOfUnread(new IllegalStateException("other partitions"))).isEqualTo("urn:delay:problem:conflict");
		assertThat(typeOfUnread(new DataAccessResourceFailureException("no answer")))
			.isEqualTo("urn:delay:problem:store-unavailable");
	}

	private static String typeOfUnread(RuntimeException failure) {
		TopicDescriptor topic = TopicDescriptor.of("a", new TopicStatusScan.Result(null, failure));
		return Objects.requireNonNull(topic.problem()).type();
	}

	@Test
	void textsAreEscapedAndMissingValuesAreLeftOut() {
		Problem problem = Problem.of(Problem.Type.INVALID_REQUEST, "\"a\\b\"\n\u0001");
		assertThat(problem.toJson()).asString(StandardCharsets.UTF_8)
			.isEqualTo("{\"type\":\"urn:delay:problem:invalid-request\",\"title\":\"The request is invalid\","
					+ "\"status\":400,\"detail\":\"\\\"a\\\\b\\\"\\n\\u0001\"}");
	}

}
