// SPDX-License-Identifier: Apache-2.0

package io.delay.submit;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.EvaluationException;
import org.springframework.expression.Expression;

import io.delay.job.Job;
import io.delay.job.JobRules;
import io.delay.template.AfterCommitOperations;

/**
 * What a method submits and cancels, as declared by its annotations.
 */
record MethodOperations(List<Cancel> cancels, List<Submit> submits) {

	// The name of the variable that contains the value that the method returned.
	static final String RESULT = "result";

	// All values are evaluated before the first operation, so that nothing is done if one
	// of them is invalid
	void execute(EvaluationContext call, AfterCommitOperations withCommit) {
		List<Runnable> cancelled = new ArrayList<>();
		List<Job> jobs = new ArrayList<>();
		for (Cancel cancel : this.cancels) {
			if (isMet(cancel.condition, call)) {
				String id = JobRules.checkId(cancel.id.evaluate(call).toString());
				cancelled.add(() -> withCommit.cancel(cancel.topic, id));
			}
		}
		for (Submit submit : this.submits) {
			if (isMet(submit.condition, call)) {
				Job.Builder job = Job.to(submit.topic);
				submit.attributes.forEach((attribute) -> attribute.set(job, call));
				jobs.add(job.build());
			}
		}
		cancelled.forEach(Runnable::run);
		withCommit.submitAll(jobs);
	}

	private static boolean isMet(@Nullable MethodExpression condition, EvaluationContext call) {
		return condition == null || condition.isTrue(call);
	}

	record Cancel(String topic, MethodExpression id, @Nullable MethodExpression condition) {

	}

	record Submit(String topic, @Nullable MethodExpression condition, List<Attribute> attributes) {

	}

	@FunctionalInterface
	interface Attribute {

		void set(Job.Builder job, EvaluationContext call);

	}

	/**
	 * An attribute that is evaluated for each call of its method.
	 *
	 * @param place the annotation, the method and the attribute, for messages
	 */
	record MethodExpression(String place, Expression expression) {

		Object evaluate(EvaluationContext call) {
			Object value = value(call);
			if (value == null) {
				throw invalid("is null. Set a condition if there is nothing to do in this case");
			}
			return value;
		}

		boolean isTrue(EvaluationContext call) {
			Object value = value(call);
			if (value instanceof Boolean condition) {
				return condition;
			}
			throw invalid((value != null) ? "is not a boolean" : "is null, but must be true or false");
		}

		private @Nullable Object value(EvaluationContext call) {
			try {
				return this.expression.getValue(call);
			}
			catch (EvaluationException ex) {
				throw new IllegalStateException(describe() + " cannot be evaluated", ex);
			}
		}

		IllegalArgumentException invalid(String problem) {
			return new IllegalArgumentException(describe() + " " + problem);
		}

		private String describe() {
			return this.place + " '" + this.expression.getExpressionString() + "'";
		}

	}

}
