// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.listener;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import io.delay.autoconfigure.DelayContexts;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A shutdown timeout that is too long for Spring is reported at the start.
 */
@ExtendWith(OutputCaptureExtension.class)
class ShutdownTimeoutCheckTests {

	@ParameterizedTest
	@CsvSource({ "5m, 30s, 300000, 30000", "28001ms, 30s, 28001, 30000", "20s, 10s, 20000, 10000" })
	void timeoutThatIsTooLongForThePhaseIsReported(String timeout, String phase, String timeoutMillis,
			String phaseMillis, CapturedOutput output) {
		DelayContexts.inMemory()
			.withPropertyValues("delay.listener.shutdown-timeout=" + timeout,
					"spring.lifecycle.timeout-per-shutdown-phase=" + phase)
			.run((context) -> assertThat(output).contains("delay.listener.shutdown-timeout is " + timeoutMillis
					+ " ms, which is too long for spring.lifecycle.timeout-per-shutdown-phase of " + phaseMillis
					+ " ms", "Make the shutdown timeout at least 5 s shorter"));
	}

	@Test
	void timeoutThatIsTooLongForTheDefaultPhaseIsReported(CapturedOutput output) {
		DelayContexts.inMemory()
			.withPropertyValues("delay.listener.shutdown-timeout=29s")
			.run((context) -> assertThat(output).contains("timeout-per-shutdown-phase of 30000 ms"));
	}

	@Test
	void defaultTimeoutIsNotReported(CapturedOutput output) {
		DelayContexts.inMemory().run((context) -> assertThat(output).doesNotContain("shutdown-timeout"));
	}

}
