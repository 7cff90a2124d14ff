// SPDX-License-Identifier: Apache-2.0

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
