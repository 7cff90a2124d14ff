// SPDX-License-Identifier: Apache-2.0

package io.delay.listener;

import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

import io.delay.job.JobRules;

/**
 * A handler and the topic whose jobs it handles.
 *
 * @param id the id of the listener, unique in the application
 * @param settings the settings of the listener, which take precedence over the general
 * defaults; the settings of its topic take precedence over both
 * @param handler the handler; its {@code toString()} names it in messages
 * @param failureHandler handles the jobs that have failed permanently, or {@code null}
 * @since 0.1.0
 */
public record DelayListenerEndpoint(String id, String topic, ListenerSettings settings, JobHandler handler,
		@Nullable FailureHandler failureHandler) {

	public DelayListenerEndpoint {
		Assert.hasText(id, "'id' must not be empty");
		JobRules.checkTopic(topic);
		Assert.notNull(settings, "'settings' must not be null");
		Assert.notNull(handler, "'handler' must not be null");
	}

	/**
	 * Create an endpoint without a failure handler.
	 * @param id the id of the listener, unique in the application
	 */
	public DelayListenerEndpoint(String id, String topic, ListenerSettings settings, JobHandler handler) {
		this(id, topic, settings, handler, null);
	}

	/**
	 * Return a copy of this endpoint with a failure handler.
	 * @param failureHandler the failure handler, or {@code null} for none
	 * @return the endpoint
	 */
	public DelayListenerEndpoint withFailureHandler(@Nullable FailureHandler failureHandler) {
		return new DelayListenerEndpoint(this.id, this.topic, this.settings, this.handler, failureHandler);
	}

	/**
	 * Return a description of the listener for messages.
	 */
	@Override
	public String toString() {
		return "'" + this.id + "' (" + this.handler + ")";
	}

}
