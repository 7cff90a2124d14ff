// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.web;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.dao.DataAccessResourceFailureException;

import io.delay.actuate.request.Problem;
import io.delay.admin.PartlyDoneException;
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
				503, new Problem(Problem.Kind.PARTLY_DONE,
						"Kicking jobs of topic 'orders' failed after 500 jobs. Repeat the call for the rest", 500L));
	}

	@Test
	void changeWithoutAReplyIsReportedAsUnknown() {
		OutcomeUnknownException exception = OutcomeUnknownException.ofChange("kick", "orders", List.of("1"), null);
		assertThatAnswer(exception, 504, new Problem(Problem.Kind.OUTCOME_UNKNOWN, exception.getMessage()));
		assertThat(exception).hasMessageContaining("Check the jobs, or repeat the call");
	}

	@Test
	void unreachableStoreIsReported() {
		assertThatAnswer(new DataAccessResourceFailureException("away"), 503,
				new Problem(Problem.Kind.STORE_UNAVAILABLE, "The store failed: away"));
	}

	@Test
	void conflictingSettingsAreReported() {
		assertThatAnswer(new IllegalStateException("Topic 'orders' is kept in 4 partitions"), 409,
				new Problem(Problem.Kind.CONFLICT, "Topic 'orders' is kept in 4 partitions"));
	}

	@Test
	void unexpectedExceptionIsLeftToSpringBoot() {
		UnsupportedOperationException exception = new UnsupportedOperationException();
		assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> WebResponses.of(() -> {
			throw exception;
		})).isSameAs(exception);
	}

	private static void assertThatAnswer(RuntimeException exception, int status, Problem problem) {
		WebEndpointResponse<Object> answer = WebResponses.of(() -> {
			throw exception;
		});
		assertThat(answer.getStatus()).isEqualTo(status);
		assertThat(answer.getBody()).isEqualTo(problem);
	}

}
