// SPDX-License-Identifier: Apache-2.0

package io.delay.submit;

import java.time.Duration;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.springframework.expression.EvaluationContext;

import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.Job;
import io.delay.job.JobPriority;

/**
 * The submission of a job, as declared by a {@link DelaySubmit} annotation.
 *
 * @param values the values that are evaluated for each call
 * @param options the values that are the same for each call
 */
record SubmitOperation(String topic, Values values, Options options) {

	/**
	 * Evaluate the attributes for a call.
	 * @return the job to submit, empty if the condition is not met
	 */
	Optional<Job> evaluate(EvaluationContext call) {
		if (this.values.condition != null && !this.values.condition.isTrue(call)) {
			return Optional.empty();
		}
		Job.Builder job = Job.to(this.topic).payload(this.values.payload.evaluate(call));
		if (this.values.id != null) {
			job.id(this.values.id.evaluate(call).toString());
		}
		DueTime dueTime = this.values.dueTime.evaluate(call);
		if (dueTime instanceof DueTime.At at) {
			job.dueTime(at.instant());
		}
		else if (dueTime instanceof DueTime.After after) {
			job.delay(after.delay());
		}
		this.options.addTo(job);
		return Optional.of(job.build());
	}

	/**
	 * The values that are evaluated for each call.
	 *
	 * @param id the id, or {@code null} if it is generated
	 * @param condition the condition, or {@code null}
	 */
	record Values(@Nullable MethodExpression id, MethodExpression payload, DueTimeExpression dueTime,
			@Nullable MethodExpression condition) {

	}

	/**
	 * The values that are the same for each call.
	 *
	 * @param ttr the TTR, or {@code null}
	 * @param maxAttempts the maximum number of attempts, or {@code null}
	 * @param expiresAfter how long after its due time the job expires, or {@code null}
	 */
	record Options(ConflictPolicy onConflict, JobPriority priority, @Nullable Duration ttr,
			@Nullable Integer maxAttempts, @Nullable Duration expiresAfter) {

		void addTo(Job.Builder job) {
			job.onConflict(this.onConflict).priority(this.priority);
			if (this.ttr != null) {
				job.ttr(this.ttr);
			}
			if (this.maxAttempts != null) {
				job.maxAttempts(this.maxAttempts);
			}
			if (this.expiresAfter != null) {
				job.expiresAfter(this.expiresAfter);
			}
		}

	}

}
