// SPDX-License-Identifier: Apache-2.0

package io.delay.rest;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.util.unit.DataSize;

import io.delay.template.DelayTemplateOptions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link RestOptions}.
 */
class RestOptionsTests {

	@Test
	void defaultsRequireAuthentication() {
		RestOptions defaults = RestOptions.defaults();
		assertThat(defaults.authenticationRequired()).isTrue();
		assertThat(defaults.maxRequestSize()).isEqualTo(DataSize.ofMegabytes(16));
		assertThat(defaults.maxTotalRequestSize())
			.isEqualTo(DataSize.ofBytes(Math.max(Runtime.getRuntime().maxMemory() / 16, 16 * 1024 * 1024)));
		assertThat(defaults.maxWaiting()).isEqualTo(1000);
		assertThat(defaults.threads()).isEqualTo(32);
	}

	@Test
	void largestRequestFitsIntoTheDefaultTotal() {
		DataSize largest = DataSize.ofMegabytes(2047);
		assertThat(RestOptions.maxTotalRequestSize(largest)).isEqualTo(largest);
	}

	@Test
	void totalMustHoldTheLargestRequest() {
		DataSize megabyte = DataSize.ofMegabytes(1);
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new RestOptions(true, megabyte, DataSize.ofBytes(megabyte.toBytes() - 1), 1, 1,
					DelayTemplateOptions.defaults()))
			.withMessageContaining("Max total request size");
	}

	@ParameterizedTest
	@CsvSource({ "1B, 0, 1", "2047MB, 1000000, 1000" })
	void outermostValuesAreAllowed(String maxRequestSize, int maxWaiting, int threads) {
		assertThat(options(maxRequestSize, maxWaiting, threads).maxWaiting()).isEqualTo(maxWaiting);
	}

	@ParameterizedTest
	@CsvSource({ "0B, 0, 1, Max request size", "-1B, 0, 1, Max request size", "2048MB, 0, 1, Max request size",
			"2147483647B, 0, 1, Max request size", "1B, -1, 1, Max waiting -1", "1B, 0, 0, Threads 0" })
	void otherValuesAreRejected(String maxRequestSize, int maxWaiting, int threads, String message) {
		assertThatIllegalArgumentException().isThrownBy(() -> options(maxRequestSize, maxWaiting, threads))
			.withMessageContaining(message);
	}

	private static RestOptions options(String maxRequestSize, int maxWaiting, int threads) {
		DataSize size = DataSize.parse(maxRequestSize);
		return new RestOptions(true, size, size, maxWaiting, threads, DelayTemplateOptions.defaults());
	}

}
