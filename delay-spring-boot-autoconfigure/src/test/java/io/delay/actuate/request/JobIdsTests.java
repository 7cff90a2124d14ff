// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.request;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The number of ids that one request may have.
 */
class JobIdsTests {

	private static String ids(int count) {
		return IntStream.range(0, count).mapToObj(Integer::toString).collect(Collectors.joining(" "));
	}

	@Test
	void manyIdsAreAccepted() {
		assertThat(JobIds.of(null, ids(10_000) + " 1 2").ids()).hasSize(10_000);
	}

	@Test
	void tooManyIdsAreRefused() {
		assertThatExceptionOfType(InvalidEndpointRequestException.class).isThrownBy(() -> JobIds.of(null, ids(10_001)))
			.withMessage("Parameter 'ids' has 10001 ids. Specify at most 10000 in one request; nothing was changed");
	}

}
