// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.web;

import java.nio.charset.StandardCharsets;
import java.util.List;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.http.MediaType;

import io.delay.admin.PartlyDoneException;
import io.delay.job.PayloadTooLargeException;
import io.delay.store.OutcomeUnknownException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What went wrong, as it is answered by HTTP.
 */
class WebResponsesTests {

	@Test
	void partlyDoneOperationReportsTheNumberOfJobs() {
		assertThatAnswer(
				new PartlyDoneException("Kicking jobs of topic 'orders'", 500,
						new DataAccessResourceFailureException("away")),
				503,
				"""
						{"type":"urn:delay:problem:store-unavailable","title":"The store is unavailable","status":503,\
						"detail":"Kicking jobs of topic 'orders' failed after 500 jobs. Repeat the call for the rest","jobs":500}""");
	}

	@Test
	void changeWithoutAReplyIsReportedAsUnknown() {
		OutcomeUnknownException exception = OutcomeUnknownException.ofChange("kick", "orders", List.of("1"), null);
		assertThatAnswer(exception, 504,
				"""
						{"type":"urn:delay:problem:outcome-unknown","title":"The outcome is unknown","status":504,"detail":"%s","ids":["1"]}"""
					.formatted(exception.getMessage()));
		assertThat(exception).hasMessageContaining("Check the jobs, or repeat the call");
	}

	@Test
	void unreachableStoreIsReported() {
		assertThatAnswer(new DataAccessResourceFailureException("away"), 503,
				"""
						{"type":"urn:delay:problem:store-unavailable","title":"The store is unavailable","status":503,"detail":"away"}""");
	}

	@Test
	void conflictingSettingsAreReported() {
		assertThatAnswer(new IllegalStateException("Topic 'orders' is kept in 4 partitions"), 409, """
				{"type":"urn:delay:problem:conflict","title":"The operation is not possible now","status":409,\
				"detail":"Topic 'orders' is kept in 4 partitions"}""");
	}

	@Test
	void payloadThatIsTooLargeIsReported() {
		PayloadTooLargeException exception = new PayloadTooLargeException("orders", 2, 1);
		assertThatAnswer(exception, 413,
				"""
						{"type":"urn:delay:problem:payload-too-large","title":"The payload is too large","status":413,"detail":"%s"}"""
					.formatted(exception.getMessage()));
	}

	@Test
	void unexpectedExceptionIsLeftToSpringBoot() {
		UnsupportedOperationException exception = new UnsupportedOperationException();
		assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> WebResponses.of(() -> {
			throw exception;
		})).isSameAs(exception);
	}

	private static void assertThatAnswer(RuntimeException exception, int status, String problem) {
		WebEndpointResponse<Object> answer = WebResponses.of(() -> {
			throw exception;
		});
		assertThat(answer.getStatus()).isEqualTo(status);
		assertThat(answer.getContentType()).isEqualTo(MediaType.APPLICATION_PROBLEM_JSON);
		assertThat(answer.getBody()).asInstanceOf(InstanceOfAssertFactories.BYTE_ARRAY)
			.asString(StandardCharsets.UTF_8)
			.isEqualTo(problem);
	}

}
