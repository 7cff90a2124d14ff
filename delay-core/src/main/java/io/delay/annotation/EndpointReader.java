// SPDX-License-Identifier: Apache-2.0

package io.delay.annotation;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.delay.listener.BackoffPolicy;
import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.JobHandler;
import io.delay.listener.ListenerSettings;

/**
 * Creates the endpoints of a {@link DelayListener}, one for each topic.
 */
final class EndpointReader {

	private final DelayListener annotation;

	private final ListenerAttributes attributes;

	EndpointReader(DelayListener annotation, ListenerAttributes attributes) {
		this.annotation = annotation;
		this.attributes = attributes;
	}

	List<DelayListenerEndpoint> read(JobHandler handler) {
		List<String> topics = this.attributes.topics(this.annotation.topic());
		String id = this.attributes.text("id", this.annotation.id());
		try {
			ListenerSettings settings = settings();
			return topics.stream()
				.map((topic) -> new DelayListenerEndpoint(id(id, topic, topics.size()), topic, settings, handler))
				.toList();
		}
		catch (IllegalArgumentException ex) {
			throw this.attributes.invalid(ex);
		}
	}

	boolean isBatch() {
		return batch() != null;
	}

	private @Nullable Integer batch() {
		return this.attributes.integer("batch", this.annotation.batch());
	}

	private static String id(@Nullable String id, String topic, int topics) {
		if (id == null) {
			return topic;
		}
		return (topics > 1) ? id + "-" + topic : id;
	}

	private ListenerSettings settings() {
		return ListenerSettings.builder()
			.concurrency(this.attributes.integer("concurrency", this.annotation.concurrency()))
			.batch(batch())
			.ttr(this.attributes.duration("ttr", this.annotation.ttr()))
			.autoTouch(this.attributes.flag("autoTouch", this.annotation.autoTouch()))
			.maxRunTime(this.attributes.duration("maxRunTime", this.annotation.maxRunTime()))
			.maxAttempts(this.attributes.integer("maxAttempts", this.annotation.maxAttempts()))
			.rateLimit(this.attributes.rateLimit("rateLimit", this.annotation.rateLimit()))
			.backoff(backoff(this.annotation.backoff()))
			.retryFor(unlessEmpty(this.annotation.retryFor()))
			.noRetryFor(unlessEmpty(this.annotation.noRetryFor()))
			.autoStartup(this.attributes.flag("autoStartup", this.annotation.autoStartup()))
			.transactional(this.attributes.flag("transactional", this.annotation.transactional()))
			.build();
	}

	private static @Nullable List<Class<? extends Throwable>> unlessEmpty(Class<? extends Throwable>[] exceptions) {
		return (exceptions.length > 0) ? List.of(exceptions) : null;
	}

	private @Nullable BackoffPolicy backoff(Backoff backoff) {
		return BackoffPolicy.of(this.attributes.choice("backoff type", backoff.type(), BackoffPolicy.Type.class),
				this.attributes.duration("backoff delay", backoff.delay()),
				this.attributes.decimal("backoff multiplier", backoff.multiplier()),
				this.attributes.duration("backoff maxDelay", backoff.maxDelay()),
				this.attributes.duration("backoff jitter", backoff.jitter()));
	}

}
