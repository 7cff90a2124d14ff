// SPDX-License-Identifier: Apache-2.0

package io.delay.submit;

import org.jspecify.annotations.Nullable;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.EvaluationException;
import org.springframework.expression.Expression;

/**
 * An attribute that is evaluated for each call of its method.
 *
 * @param place the annotation, the method and the attribute, for messages
 */
record MethodExpression(String place, Expression expression) {

	/**
	 * Evaluate the expression.
	 * @throws IllegalStateException if the expression cannot be evaluated
	 * @throws IllegalArgumentException if the value is {@code null}
	 */
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
