/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
