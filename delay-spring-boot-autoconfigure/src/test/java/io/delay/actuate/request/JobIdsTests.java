// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.request;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The number of ids that one request may have.
 */
class JobIdsTests {

	private static String ids(int count) {
		return IntStream.range(0, count).mapToObj(Integer::toString).collect(Collectors.joining(" "));
	}

	private static JobIds of(String ids) {
		return JobIds.of(new EndpointParameters(Map.of("ids", ids)));
	}

	@Test
	void manyIdsAreAccepted() {
		assertThat(of(ids(10_000) + " 1 2").ids()).hasSize(10_000);
	}

	@Test
	void tooManyIdsAreRefused() {
		assertThatExceptionOfType(ProblemException.class).isThrownBy(() -> of(ids(10_001)))
			.withMessage("Parameter 'ids' has 10001 ids. Specify at most 10000 in one request; nothing was changed");
	}

}
