// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;
import org.springframework.lang.Nullable;
import org.springframework.util.Assert;

import io.delay.actuate.descriptor.ChangeDescriptor;
import io.delay.actuate.descriptor.TopicDescriptor;
import io.delay.actuate.request.BulkParameters;
import io.delay.actuate.request.GivenParameters;
import io.delay.actuate.request.JobIds;
import io.delay.actuate.request.NotFoundException;
import io.delay.actuate.request.OperationParameter;
import io.delay.actuate.web.ForbiddenException;
import io.delay.actuate.web.SharedReads;
import io.delay.actuate.web.WebResponses;

/**
 * The operations of {@link DelayEndpoint} for HTTP. Job ids are query parameters, because
 * they may contain characters that are not allowed in a path.
 *
 * @since 0.1.0
 */
@EndpointWebExtension(endpoint = DelayEndpoint.class)
public final class DelayEndpointWebExtension {

	private final DelayEndpoint endpoint;

	private final Show showPayloads;

	private final Set<String> roles;

	private final OperatorAccess operators;

	private final @Nullable RecentChanges changes;

	private final SharedReads reads = new SharedReads();

	/**
	 * Create the extension. Every user who reaches the endpoint may change something, if
	 * its access is unrestricted.
	 * @param endpoint the endpoint to delegate to
	 * @param showPayloads when to show payloads and headers
	 * @param roles the roles, any of which authorizes a user to see payloads and headers;
	 * if empty, every authenticated user is authorized
	 */
	public DelayEndpointWebExtension(DelayEndpoint endpoint, Show showPayloads, Set<String> roles) {
		this(endpoint, showPayloads, roles, new OperatorAccess(true, Set.of()));
	}

	/**
	 * Create the extension.
	 * @param endpoint the endpoint to delegate to
	 * @param showPayloads when to show payloads and headers
	 * @param roles the roles, any of which authorizes a user to see payloads and headers;
	 * if empty, every authenticated user is authorized
	 * @param operators which users may change something
	 */
	public DelayEndpointWebExtension(DelayEndpoint endpoint, Show showPayloads, Set<String> roles,
			OperatorAccess operators) {
		this(endpoint, showPayloads, roles, operators, null);
	}

	/**
	 * Create the extension.
	 * @param endpoint the endpoint to delegate to
	 * @param showPayloads when to show payloads and headers
	 * @param roles the roles, any of which authorizes a user to see payloads and headers;
	 * if empty, every authenticated user is authorized
	 * @param operators which users may change something
	 * @param changes remembers changes by operators, {@code null} if nothing does
	 */
	public DelayEndpointWebExtension(DelayEndpoint endpoint, Show showPayloads, Set<String> roles,
			OperatorAccess operators, @Nullable RecentChanges changes) {
		Assert.notNull(endpoint, "'endpoint' must not be null");
		Assert.notNull(showPayloads, "'showPayloads' must not be null");
		Assert.notNull(roles, "'roles' must not be null");
		Assert.notNull(operators, "'operators' must not be null");
		this.endpoint = endpoint;
		this.showPayloads = showPayloads;
		this.roles = Set.copyOf(roles);
		this.operators = operators;
		this.changes = changes;
	}

	/**
	 * Return the status of the topics.
	 * @param securityContext the security context of the caller
	 * @param limit the maximum number of topics, 100 if {@code null}
	 * @param after the topic after which the listing continues, in alphabetical order
	 * @param throughput {@code true} to include the number of jobs that were done in each
	 * of the last 60 minutes; the limit is then at most 100
	 * @param id an id to search these topics for
	 * @param part a part of an id to search these topics for, instead of the id
	 * @param changes {@code true} for the last changes by operators through this instance
	 * instead
	 * @return the topics, the jobs with the id, or the changes
	 */
	@ReadOperation
	public WebEndpointResponse<Object> topics(SecurityContext securityContext, @Nullable String limit,
			@Nullable String after, @Nullable String throughput, @Nullable String id, @Nullable String part,
			@Nullable String changes) {
		return WebResponses.of(() -> {
			if (new OperationParameter("changes", changes).asBoolean(false)) {
				return (this.changes != null) ? this.changes.describe() : new ChangeDescriptor.Recent(List.of());
			}
			String wanted = new OperationParameter("part", part).notWith(new OperationParameter("id", id)).text();
			if (wanted != null) {
				return this.reads.get(Arrays.asList("part", wanted, limit, after),
						() -> this.endpoint.search().findPart(wanted, limit, after));
			}
			if (id != null) {
				return this.reads.get(Arrays.asList("find", id, limit, after),
						() -> this.endpoint.search().find(id, limit, after));
			}
			TopicDescriptor.Topics topics = (TopicDescriptor.Topics) this.reads.get(
					Arrays.asList("topics", limit, after, throughput),
					() -> this.endpoint.views().topics(limit, after, throughput));
			return topics.forOperator(this.operators.isOperator(securityContext));
		});
	}

	/**
	 * Return the status of a topic and its consumers.
	 * @return the topic
	 */
	@ReadOperation
	public WebEndpointResponse<Object> topic(@Selector String topic) {
		return WebResponses.of(() -> this.reads.get(List.of("topic", topic), () -> this.endpoint.views().topic(topic)));
	}

	/**
	 * Return a job, a page of jobs, finished runs, the forecast, the throughput or the
	 * failures of a topic.
	 * @param securityContext the security context of the caller
	 * @param view {@code job} (with the id; also shows its finished runs), {@code jobs}
	 * (with state, order, limit, after), {@code history} (with an optional id, limit,
	 * after), {@code forecast} (with from, to, interval), {@code throughput} or
	 * {@code failures}
	 * @param id the id of the job
	 * @param state the state of the jobs
	 * @param order which jobs come first, {@code oldest} or {@code newest}
	 * @param limit the maximum number of jobs
	 * @param after where the page begins: {@code next} of the previous page
	 * @param from when the forecast begins
	 * @param to when it ends
	 * @param interval the length of each of its intervals
	 * @return the job, the page, the runs, the forecast, the throughput or the failures,
	 * grouped by their cause
	 */
	@ReadOperation
	public WebEndpointResponse<Object> view(SecurityContext securityContext, @Selector String topic,
			@Selector String view, @Nullable String id, @Nullable String state, @Nullable String order,
			@Nullable String limit, @Nullable String after, @Nullable String from, @Nullable String to,
			@Nullable String interval) {
		boolean showContent = this.showPayloads.isShown(securityContext, this.roles);
		List<Object> key = Arrays.asList(topic, view, id, state, order, limit, after, from, to, interval, showContent);
		return WebResponses.of(() -> this.reads.get(key, () -> switch (view) {
			case "job" -> this.endpoint.views().job(topic, id, showContent);
			case "jobs" -> this.endpoint.views().jobs(topic, state, order, limit, after, showContent);
			case "history" -> this.endpoint.views().history(topic, id, limit, after, showContent);
			case "forecast" -> this.endpoint.views().forecast(topic, from, to, interval);
			case "throughput" -> this.endpoint.views().throughput(topic);
			case "failures" -> this.endpoint.views().failures(topic);
			default -> throw unknown("GET", view, "job, jobs, history, forecast, throughput and failures");
		}));
	}

	/**
	 * Change jobs of a topic, or the topic itself.
	 * @param securityContext the security context of the operator
	 * @param operation {@code kick} (with the id and an optional delay, or with the cause
	 * and an optional spread), {@code cancel} (with the id or the cause),
	 * {@code kick-all} (with an optional delay), {@code bury} (with the id and an
	 * optional reason), {@code reschedule} (with the id, and the delay or the due time),
	 * {@code edit} (with the id, the version, and the payload, the delay or the due
	 * time), {@code submit} (with the payload, and an optional id and delay or due time),
	 * {@code pause} or {@code resume}
	 * @param id the id of the job
	 * @param ids the ids of many jobs, separated by white space, instead of the id
	 * @param cause the key of the cause of failures, to kick or cancel the jobs of that
	 * group instead of those with the ids
	 * @param spread the time over which the jobs of the group are spread
	 * @param version the version of the edited job
	 * @param payload the payload of the edited or submitted job
	 * @param delay how long kicked, rescheduled or edited jobs wait before they may run
	 * @param dueTime when rescheduled or edited jobs may run
	 * @param reason why a job is buried
	 * @param limit the maximum number of jobs of the cause, or of {@code kick-all}, that
	 * this request processes
	 * @param after where the operation continues: {@code next} of the previous response
	 * @param state rejected like the parameters below, because only reads have it
	 * @param order rejected
	 * @param from rejected
	 * @param to rejected
	 * @return what was changed
	 */
	@WriteOperation
	public WebEndpointResponse<Object> change(SecurityContext securityContext, @Selector String topic,
			@Selector String operation, @Nullable String id, @Nullable String ids, @Nullable String cause,
			@Nullable String spread, @Nullable String version, @Nullable String payload, @Nullable String delay,
			@Nullable String dueTime, @Nullable String reason, @Nullable String limit, @Nullable String after,
			@Nullable String state, @Nullable String order, @Nullable String from, @Nullable String to) {
		GivenParameters given = new GivenParameters(operation).add("id", id)
			.add("ids", ids)
			.add("cause", cause)
			.add("spread", spread)
			.add("version", version)
			.add("payload", payload)
			.add("delay", delay)
			.add("dueTime", dueTime)
			.add("reason", reason)
			.addParametersOfReads(state, order, limit, after, from, to);
		return write(securityContext, (acting) -> switch (operation) {
			case "kick" -> {
				if (JobIds.isGroup(cause, id, ids)) {
					given.accept("cause", "spread", "limit", "after");
					yield acting.bulk().kickGroup(topic, cause, spread, BulkParameters.of(limit, after));
				}
				given.accept("id", "ids", "delay");
				yield acting.jobs().kick(topic, JobIds.of(id, ids), delay);
			}
			case "cancel" -> {
				if (JobIds.isGroup(cause, id, ids)) {
					given.accept("cause", "limit", "after");
					yield acting.bulk().cancelGroup(topic, cause, BulkParameters.of(limit, after));
				}
				given.accept("id", "ids");
				yield acting.jobs().cancel(topic, JobIds.of(id, ids));
			}
			case "kick-all" -> {
				given.accept("delay", "limit", "after");
				yield acting.bulk().kickAll(topic, delay, BulkParameters.of(limit, after));
			}
			case "bury" -> {
				given.accept("id", "ids", "reason");
				yield acting.jobs().bury(topic, JobIds.of(id, ids), reason);
			}
			case "reschedule" -> {
				given.accept("id", "ids", "delay", "dueTime");
				yield acting.jobs().reschedule(topic, JobIds.of(id, ids), delay, dueTime);
			}
			case "edit" -> {
				given.accept("id", "version", "payload", "delay", "dueTime");
				yield acting.jobs().edit(topic, id, version, payload, delay, dueTime);
			}
			case "submit" -> {
				given.accept("id", "payload", "delay", "dueTime");
				yield acting.submits().submit(topic, id, payload, delay, dueTime);
			}
			case "pause" -> {
				given.accept();
				yield acting.topics().pause(topic);
			}
			case "resume" -> {
				given.accept();
				yield acting.topics().resume(topic);
			}
			default -> throw unknown("POST", operation,
					"kick, kick-all, cancel, bury, reschedule, edit, submit, pause and resume");
		});
	}

	/**
	 * Forget a topic that has no jobs and no consumers.
	 * @param securityContext the security context of the operator
	 * @param id rejected like the parameters below, because this operation does not use
	 * it
	 * @param ids rejected
	 * @param cause rejected
	 * @param spread rejected
	 * @param delay rejected
	 * @param reason rejected
	 * @param state rejected
	 * @param order rejected
	 * @param limit rejected
	 * @param after rejected
	 * @param from rejected
	 * @param to rejected
	 * @return whether it was forgotten, and how many jobs and consumers were found
	 */
	@DeleteOperation
	public WebEndpointResponse<Object> forget(SecurityContext securityContext, @Selector String topic,
			@Nullable String id, @Nullable String ids, @Nullable String cause, @Nullable String spread,
			@Nullable String delay, @Nullable String reason, @Nullable String state, @Nullable String order,
			@Nullable String limit, @Nullable String after, @Nullable String from, @Nullable String to) {
		GivenParameters given = new GivenParameters("forget").add("id", id)
			.add("ids", ids)
			.add("cause", cause)
			.add("spread", spread)
			.add("delay", delay)
			.add("reason", reason)
			.addParametersOfReads(state, order, limit, after, from, to);
		return write(securityContext, (acting) -> {
			given.accept();
			return acting.topics().forget(topic);
		});
	}

	/**
	 * Delete jobs of a topic.
	 * @param securityContext the security context of the operator
	 * @param jobs {@code job} (with the id) to cancel one job or many, {@code jobs} (with
	 * the state) to purge the jobs of a state, or {@code failed} to purge the failed jobs
	 * @param id the id of the job
	 * @param ids the ids of many jobs, separated by white space, instead of the id
	 * @param state the state of the jobs
	 * @param limit the maximum number of jobs that this request purges
	 * @param after where the purge continues: {@code next} of the previous response
	 * @param cause rejected like the parameters below, because this operation does not
	 * use it
	 * @param spread rejected
	 * @param delay rejected
	 * @param reason rejected
	 * @param order rejected
	 * @param from rejected
	 * @param to rejected
	 * @return what was deleted
	 */
	@DeleteOperation
	public WebEndpointResponse<Object> delete(SecurityContext securityContext, @Selector String topic,
			@Selector String jobs, @Nullable String id, @Nullable String ids, @Nullable String state,
			@Nullable String limit, @Nullable String after, @Nullable String cause, @Nullable String spread,
			@Nullable String delay, @Nullable String reason, @Nullable String order, @Nullable String from,
			@Nullable String to) {
		GivenParameters given = new GivenParameters(jobs).add("id", id)
			.add("ids", ids)
			.add("cause", cause)
			.add("spread", spread)
			.add("delay", delay)
			.add("reason", reason)
			.addParametersOfReads(state, order, limit, after, from, to);
		return write(securityContext, (acting) -> switch (jobs) {
			case "job" -> {
				given.accept("id", "ids");
				yield acting.jobs().cancel(topic, JobIds.of(id, ids));
			}
			case "jobs" -> {
				given.accept("state", "limit", "after");
				yield acting.bulk().purge(topic, state, BulkParameters.of(limit, after));
			}
			case "failed" -> {
				given.accept("limit", "after");
				yield acting.bulk().purge(topic, jobs, BulkParameters.of(limit, after));
			}
			default -> throw unknown("DELETE", jobs, "job, jobs and failed");
		});
	}

	private WebEndpointResponse<Object> write(SecurityContext user, Function<DelayEndpoint, Object> operation) {
		return WebResponses.of(() -> {
			if (!this.operators.isPermitted(user)) {
				throw new ForbiddenException("Only users with one of the roles in delay.endpoint.operator-roles may "
						+ "change jobs and topics; nothing was changed");
			}
			try {
				return operation.apply(this.endpoint.actingAs(user.getPrincipal()));
			}
			finally {
				this.reads.clear();
			}
		});
	}

	private static NotFoundException unknown(String method, String name, String known) {
		return new NotFoundException("There is no operation '" + name + "' for " + method + ", only " + known);
	}

}
