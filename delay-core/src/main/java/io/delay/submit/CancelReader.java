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
