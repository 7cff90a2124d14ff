// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate;

import java.security.Principal;
import java.time.InstantSource;
import java.util.Set;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.util.Assert;
import org.springframework.util.StringUtils;

import io.delay.actuate.descriptor.ChangeDescriptor;
import io.delay.actuate.descriptor.JobDescriptor;
import io.delay.actuate.descriptor.JobsDescriptor;
import io.delay.actuate.descriptor.StatisticsDescriptor;
import io.delay.actuate.descriptor.TopicDescriptor;
import io.delay.admin.DelayAdminOperations;
import io.delay.template.DelayOperations;

/**
 * The actuator endpoint {@code delay}. Shows topics and jobs, and changes them if
 * {@code management.endpoint.delay.access} permits it. The operations for HTTP are
 * declared by {@link DelayEndpointWebExtension}; there are none for JMX.
 *
 * @since 0.1.0
 */
@WebEndpoint(id = "delay", defaultAccess = Access.READ_ONLY)
@RegisterReflectionForBinding({ TopicDescriptor.Topics.class, TopicDescriptor.WithConsumers.class, JobsDescriptor.class,
		JobDescriptor.class, JobsDescriptor.Runs.class, StatisticsDescriptor.Forecast.class,
		StatisticsDescriptor.Throughput.class, ChangeDescriptor.OfJob.class, ChangeDescriptor.OfJobs.class,
		ChangeDescriptor.OfIds.class, StatisticsDescriptor.Failures.class, ChangeDescriptor.Recent.class,
		JobsDescriptor.Search.class, ChangeDescriptor.Submitted.class, ChangeDescriptor.OfTopic.class,
		ChangeDescriptor.Forgotten.class })
public final class DelayEndpoint {

	private final DelayAdminOperations admin;

	private final Supplier<Set<String>> ownTopics;

	private final InstantSource clock;

	private final KnownTopics topics;

	private final @Nullable DelayOperations delay;

	/**
	 * Create an endpoint.
	 * @param admin inspects and changes jobs
	 * @param ownTopics the topics of the application's own listeners; these topics can be
	 * paused before they are first used
	 * @param clock provides the default start of a forecast
	 */
	public DelayEndpoint(DelayAdminOperations admin, Supplier<Set<String>> ownTopics, InstantSource clock) {
		this(admin, ownTopics, clock, null);
	}

	/**
	 * Create an endpoint.
	 * @param admin inspects and changes jobs
	 * @param ownTopics the topics of the application's own listeners; these topics can be
	 * paused before they are first used
	 * @param clock provides the default start of a forecast
	 * @param delay submits jobs, {@code null} if the endpoint cannot submit any
	 */
	public DelayEndpoint(DelayAdminOperations admin, Supplier<Set<String>> ownTopics, InstantSource clock,
			@Nullable DelayOperations delay) {
		Assert.notNull(admin, "'admin' must not be null");
		Assert.notNull(ownTopics, "'ownTopics' must not be null");
		Assert.notNull(clock, "'clock' must not be null");
		this.admin = admin;
		this.ownTopics = ownTopics;
		this.clock = clock;
		this.topics = new KnownTopics(admin, ownTopics);
		this.delay = delay;
	}

	// Without a named principal, CurrentOperator determines the operator.
	DelayEndpoint actingAs(@Nullable Principal principal) {
		String name = (principal != null) ? principal.getName() : null;
		return StringUtils.hasText(name)
				? new DelayEndpoint(this.admin.actingAs(name), this.ownTopics, this.clock, this.delay) : this;
	}

	EndpointViews views() {
		return new EndpointViews(this.admin, this.topics, this.clock);
	}

	JobSearch search() {
		return new JobSearch(this.admin, this.clock);
	}

	JobChanges jobs() {
		return new JobChanges(this.admin, this.topics, this.delay);
	}

	TopicChanges topics() {
		return new TopicChanges(this.admin, this.topics);
	}

}
