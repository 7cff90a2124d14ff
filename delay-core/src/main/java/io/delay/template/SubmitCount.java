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

package io.delay.template;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.delay.job.SubmitResult;
import io.delay.support.FailureNotice;

/**
 * Reports the results of submits to the metrics.
 */
final class SubmitCount {

	private final FailureNotice notice = new FailureNotice("Measurement of submits");

	private final @Nullable SubmitMetrics metrics;

	SubmitCount(@Nullable SubmitMetrics metrics) {
		this.metrics = metrics;
	}

	void submitted(List<PreparedJob> submissions, List<SubmitResult> results) {
		SubmitMetrics present = this.metrics;
		if (present != null) {
			try {
				for (int i = 0; i < results.size(); i++) {
					present.submitted(submissions.get(i).job().topic(), results.get(i).status());
				}
			}
			catch (RuntimeException | Error ex) {
				this.notice.failed(ex);
			}
		}
	}

}
