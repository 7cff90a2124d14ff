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

package io.delay.annotation;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.delay.listener.BackoffPolicy;
import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.JobHandler;
import io.delay.listener.ListenerSettings;

/**
 * Creates an endpoint from a {@link DelayListener}.
 */
final class EndpointReader {

	private final DelayListener annotation;

	private final AttributeReader attributes;

	EndpointReader(DelayListener annotation, AttributeReader attributes) {
		this.annotation = annotation;
		this.attributes = attributes;
	}

	DelayListenerEndpoint read(JobHandler handler) {
		String topic = this.attributes.text("topic", this.annotation.topic());
		if (topic == null) {
			throw this.attributes.missing("topic", "Set one: @DelayListener(topic = \"...\")");
		}
		String id = this.attributes.text("id", this.annotation.id());
		try {
			return new DelayListenerEndpoint((id != null) ? id : topic, topic, settings(), handler);
		}
		catch (IllegalArgumentException ex) {
			throw this.attributes.invalid(ex);
		}
	}

	private ListenerSettings settings() {
		return ListenerSettings.builder()
			.concurrency(this.attributes.integer("concurrency", this.annotation.concurrency()))
			.ttr(this.attributes.duration("ttr", this.annotation.ttr()))
			.maxAttempts(this.attributes.integer("maxAttempts", this.annotation.maxAttempts()))
			.backoff(backoff(this.annotation.backoff()))
			.noRetryFor((this.annotation.noRetryFor().length > 0) ? List.of(this.annotation.noRetryFor()) : null)
			.autoStartup(this.attributes.flag("autoStartup", this.annotation.autoStartup()))
			.build();
	}

	private @Nullable BackoffPolicy backoff(Backoff backoff) {
		return BackoffPolicy.of(this.attributes.choice("backoff type", backoff.type(), BackoffPolicy.Type.class),
				this.attributes.duration("backoff delay", backoff.delay()),
				this.attributes.decimal("backoff multiplier", backoff.multiplier()),
				this.attributes.duration("backoff maxDelay", backoff.maxDelay()));
	}

}
