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

package io.delay.autoconfigure.startup;

import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Reports the findings of the start-up check.
 */
final class StartupCheckFailureAnalyzer extends AbstractFailureAnalyzer<StartupCheckFailedException> {

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, StartupCheckFailedException cause) {
		String findings = cause.findings()
			.stream()
			.map((finding) -> "    - " + finding + "\n")
			.collect(Collectors.joining());
		return new FailureAnalysis("The start-up check has found these problems:\n\n" + findings,
				"Fix each of them. To start anyway, set delay.startup-check=warn, "
						+ "which logs them as warnings, or off, which skips the check.",
				cause);
	}

}
