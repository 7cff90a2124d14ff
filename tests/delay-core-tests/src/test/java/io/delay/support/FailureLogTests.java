// SPDX-License-Identifier: Apache-2.0

package io.delay.support;

import java.io.IOException;

import org.apache.commons.logging.LogFactory;
import org.junit.jupiter.api.Test;

import io.delay.listener.RecordedLog;

import static org.assertj.core.api.Assertions.assertThat;

class FailureLogTests {

	private final FailureLog failureLog = new FailureLog(LogFactory.getLog(FailureLogTests.class));

	@Test
	void longMessagesOfAnExceptionAndOfItsCausesAreCut() {
		String page = "<html>".repeat(1_000_000);
		Exception failure = new IllegalStateException("The call failed: " + page, new IOException(page));
		assertThat(logged(failure)).hasSizeLessThan(50_000)
			.contains("IllegalStateException: The call failed: <html>", "IOException: <html>",
					"longMessagesOfAnExceptionAndOfItsCausesAreCut(FailureLogTests.java");
	}

	@Test
	void anExceptionWithShortMessagesIsLoggedAsItIs() {
		assertThat(logged(new IllegalStateException("short"))).contains("java.lang.IllegalStateException: short")
			.doesNotContain("ShortenedException");
	}

	private String logged(Exception failure) {
		try (RecordedLog log = new RecordedLog(FailureLogTests.class)) {
			this.failureLog.warn("The job failed", failure);
			return log.text();
		}
	}

}
