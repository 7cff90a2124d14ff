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

package io.delay.actuate;

import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.jmx.annotation.EndpointJmxExtension;
import org.springframework.lang.Nullable;
import org.springframework.util.Assert;
import org.springframework.util.StringUtils;

import io.delay.actuate.request.BulkParameters;
import io.delay.actuate.request.JobIds;

/**
 * The operations of {@link DelayEndpoint} for JMX. Every JMX client counts as authorized.
 * Optional parameters may be left empty. JMX provides no user name, so
 * {@link io.delay.admin.CurrentOperator} determines the operator. If it returns no name,
 * the application is the operator.
 *
 * @since 0.1.0
 */
@EndpointJmxExtension(endpoint = DelayEndpoint.class)
public final class DelayEndpointJmxExtension {

	private final DelayEndpoint endpoint;

	private final boolean showContent;

	/**
	 * Create the extension.
	 * @param endpoint the endpoint to delegate to
	 * @param showPayloads when to show payloads and headers
	 */
	public DelayEndpointJmxExtension(DelayEndpoint endpoint, Show showPayloads) {
		Assert.notNull(endpoint, "'endpoint' must not be null");
		Assert.notNull(showPayloads, "'showPayloads' must not be null");
		this.endpoint = endpoint;
		this.showContent = showPayloads.isShown(true);
	}

	@ReadOperation
	public Object topics(@Nullable String limit, @Nullable String after, @Nullable String throughput) {
		return this.endpoint.views().topics(limit, after, throughput);
	}

	@ReadOperation
	public Object topic(String topic) {
		return this.endpoint.views().topic(topic);
	}

	@ReadOperation
	public Object job(String topic, String id) {
		return this.endpoint.views().job(topic, id, this.showContent);
	}

	@ReadOperation
	public Object jobs(String topic, String state, @Nullable String order, @Nullable String limit,
			@Nullable String after) {
		return this.endpoint.views().jobs(topic, state, order, limit, after, this.showContent);
	}

	@ReadOperation
	public Object history(String topic, @Nullable String id, @Nullable String limit, @Nullable String after) {
		return this.endpoint.views().history(topic, id, limit, after, this.showContent);
	}

	@ReadOperation
	public Object forecast(String topic, @Nullable String from, @Nullable String to, @Nullable String interval) {
		return this.endpoint.views().forecast(topic, from, to, interval);
	}

	@ReadOperation
	public Object throughput(String topic) {
		return this.endpoint.views().throughput(topic);
	}

	@WriteOperation
	public Object kick(String topic, @Nullable String id, @Nullable String ids, @Nullable String delay) {
		return this.endpoint.jobs().kick(topic, JobIds.of(id, ids), delay);
	}

	@ReadOperation
	public Object failures(String topic) {
		return this.endpoint.views().failures(topic);
	}

	@WriteOperation
	public Object kickGroup(String topic, String cause, @Nullable String spread, @Nullable String limit,
			@Nullable String after) {
		return this.endpoint.bulk().kickGroup(topic, cause, spread, BulkParameters.of(limit, after));
	}

	@DeleteOperation
	public Object cancelGroup(String topic, String cause, @Nullable String limit, @Nullable String after) {
		return this.endpoint.bulk().cancelGroup(topic, cause, BulkParameters.of(limit, after));
	}

	@WriteOperation
	public Object kickAll(String topic, @Nullable String delay, @Nullable String limit, @Nullable String after) {
		return this.endpoint.bulk().kickAll(topic, delay, BulkParameters.of(limit, after));
	}

	@WriteOperation
	public Object bury(String topic, @Nullable String id, @Nullable String ids, @Nullable String reason) {
		return this.endpoint.jobs().bury(topic, JobIds.of(id, ids), reason);
	}

	@WriteOperation
	public Object reschedule(String topic, @Nullable String id, @Nullable String ids, @Nullable String delay,
			@Nullable String dueTime) {
		return this.endpoint.jobs().reschedule(topic, JobIds.of(id, ids), delay, dueTime);
	}

	@WriteOperation
	public Object edit(String topic, String id, String version, @Nullable String payload, @Nullable String delay,
			@Nullable String dueTime) {
		return this.endpoint.jobs()
			.edit(topic, id, version, StringUtils.hasLength(payload) ? payload : null, delay, dueTime);
	}

	@WriteOperation
	public Object pause(String topic) {
		return this.endpoint.topics().pause(topic);
	}

	@WriteOperation
	public Object resume(String topic) {
		return this.endpoint.topics().resume(topic);
	}

	@DeleteOperation
	public Object cancel(String topic, @Nullable String id, @Nullable String ids) {
		return this.endpoint.jobs().cancel(topic, JobIds.of(id, ids));
	}

	@DeleteOperation
	public Object forget(String topic) {
		return this.endpoint.topics().forget(topic);
	}

	@DeleteOperation
	public Object purge(String topic, String state, @Nullable String limit, @Nullable String after) {
		return this.endpoint.bulk().purge(topic, state, BulkParameters.of(limit, after));
	}

}
