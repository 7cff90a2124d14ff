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

package io.delay.submit;

import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.springframework.expression.EvaluationContext;

import io.delay.job.JobRules;

/**
 * The cancellation of a job, as declared by a {@link DelayCancel} annotation.
 *
 * @param condition the condition, or {@code null}
 */
record CancelOperation(String topic, MethodExpression id, @Nullable MethodExpression condition) {

	/**
	 * Evaluate the attributes for a call.
	 * @return the id of the job to cancel, empty if the condition is not met
	 */
	Optional<String> evaluate(EvaluationContext call) {
		if (this.condition != null && !this.condition.isTrue(call)) {
			return Optional.empty();
		}
		return Optional.of(JobRules.checkId(this.id.evaluate(call).toString()));
	}

}
