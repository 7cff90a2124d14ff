// SPDX-License-Identifier: Apache-2.0

package io.delay.submit;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.format.datetime.standard.DurationFormatterUtils;

import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.JobRules;

/**
 * Reads a {@link DelaySubmit} annotation.
 */
final class SubmitReader {

	private final DelaySubmit annotation;

	private final AttributeReader attributes;

	SubmitReader(DelaySubmit annotation, AttributeReader attributes) {
		this.annotation = annotation;
		this.attributes = attributes;
	}

	SubmitOperation read() {
		if (this.annotation.id().isBlank() && this.annotation.onConflict() != ConflictPolicy.KEEP) {
			throw this.attributes.invalid(
					"has onConflict " + this.annotation.onConflict()
							+ " but no id, and a generated id cannot conflict with an existing job",
					"Set the id, or remove onConflict", null);
		}
		return new SubmitOperation(this.attributes.topic(this.annotation.topic()),
				new SubmitOperation.Values(this.attributes.expression("id", this.annotation.id()),
						this.attributes.required("payload", payload()), dueTime(),
						this.attributes.expression("condition", this.annotation.condition())),
				new SubmitOperation.Options(this.annotation.onConflict(), this.annotation.priority(), ttr(),
						maxAttempts(), expiresAfter()));
	}

	private String payload() {
		if (!this.annotation.payload().isBlank()) {
			return this.annotation.payload();
		}
		if (this.attributes.method().getReturnType() != void.class) {
			return "#" + AttributeReader.RESULT;
		}
		if (this.attributes.method().getParameterCount() == 1) {
			return "#a0";
		}
		throw this.attributes.invalid(
				"has no payload, and the method neither returns a value nor has exactly one parameter",
				"Set an expression for the payload, for example payload = \"''\" for an empty one", null);
	}

	private DueTimeExpression dueTime() {
		if (!this.annotation.delay().isBlank() && !this.annotation.dueTime().isBlank()) {
			throw this.attributes.invalid("has both delay and dueTime", "Remove one of them", null);
		}
		if (!this.annotation.dueTime().isBlank()) {
			return new DueTimeExpression.At(this.attributes.required("dueTime", this.annotation.dueTime()));
		}
		String delay = this.attributes.text("delay", this.annotation.delay());
		if (delay == null) {
			return new DueTimeExpression.Constant(DueTime.NOW);
		}
		return isDuration(delay)
				? new DueTimeExpression.Constant(this.attributes.read("delay", this.annotation.delay(), delay,
						(text) -> DueTime.after(JobRules.parseDuration(text))))
				: new DueTimeExpression.Delay(this.attributes.required("delay", delay,
						"neither a duration such as 30m nor a valid expression"));
	}

	// Also accepts a number, which is refused as a duration and not read as an expression
	private static boolean isDuration(String text) {
		try {
			DurationFormatterUtils.detectAndParse(text);
			return true;
		}
		catch (IllegalArgumentException ex) {
			return false;
		}
	}

	private @Nullable Duration ttr() {
		return this.attributes.optional("ttr", this.annotation.ttr(),
				(text) -> JobRules.checkTtr(JobRules.parseDuration(text)));
	}

	private @Nullable Duration expiresAfter() {
		return this.attributes.optional("expiresAfter", this.annotation.expiresAfter(),
				(text) -> JobRules.checkExpiry(JobRules.parseDuration(text)));
	}

	private @Nullable Integer maxAttempts() {
		return this.attributes.optional("maxAttempts", this.annotation.maxAttempts(),
				(text) -> JobRules.checkMaxAttempts(Integer.parseInt(text)));
	}

}
