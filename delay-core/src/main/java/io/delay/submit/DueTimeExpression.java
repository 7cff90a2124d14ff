// SPDX-License-Identifier: Apache-2.0

package io.delay.submit;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;

import org.springframework.expression.EvaluationContext;

import io.delay.job.DueTime;
import io.delay.job.JobRules;

/**
 * The delay or due time of a {@link DelaySubmit} annotation.
 */
sealed interface DueTimeExpression {

	DueTime evaluate(EvaluationContext call);

	/**
	 * The same delay for each call.
	 */
	record Constant(DueTime dueTime) implements DueTimeExpression {

		@Override
		public DueTime evaluate(EvaluationContext call) {
			return this.dueTime;
		}

	}

	/**
	 * An expression for a delay.
	 */
	record Delay(MethodExpression expression) implements DueTimeExpression {

		@Override
		public DueTime evaluate(EvaluationContext call) {
			Object value = this.expression.evaluate(call);
			if (value instanceof Duration delay) {
				return DueTime.after(delay);
			}
			if (value instanceof CharSequence text) {
				return DueTime.after(JobRules.parseDuration(text.toString()));
			}
			throw this.expression
				.invalid("must be a Duration or a text such as '30m', but is a " + value.getClass().getName());
		}

	}

	/**
	 * An expression for a point in time.
	 */
	record At(MethodExpression expression) implements DueTimeExpression {

		@Override
		public DueTime evaluate(EvaluationContext call) {
			Object value = this.expression.evaluate(call);
			if (value instanceof Instant instant) {
				return DueTime.at(instant);
			}
			if (value instanceof ZonedDateTime time) {
				return DueTime.at(time.toInstant());
			}
			if (value instanceof OffsetDateTime time) {
				return DueTime.at(time.toInstant());
			}
			throw this.expression.invalid(
					"must be an Instant, a ZonedDateTime or an OffsetDateTime, but is a " + value.getClass().getName());
		}

	}

}
