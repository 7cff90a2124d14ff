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
