// SPDX-License-Identifier: Apache-2.0

package io.delay.submit;

/**
 * Reads a {@link DelayCancel} annotation.
 */
final class CancelReader {

	private final DelayCancel annotation;

	private final AttributeReader attributes;

	CancelReader(DelayCancel annotation, AttributeReader attributes) {
		this.annotation = annotation;
		this.attributes = attributes;
	}

	CancelOperation read() {
		String topic = this.attributes.topic(this.annotation.topic());
		if (this.annotation.id().isBlank()) {
			throw this.attributes.invalid("has no id", "Set an expression for the id of the job to cancel", null);
		}
		return new CancelOperation(topic, this.attributes.required("id", this.annotation.id()),
				this.attributes.expression("condition", this.annotation.condition()));
	}

}
