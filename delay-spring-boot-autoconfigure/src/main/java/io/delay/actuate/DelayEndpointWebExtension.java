// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate;

import java.time.Duration;
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
import org.springframework.util.Assert;

import io.delay.actuate.descriptor.Problem;
import io.delay.actuate.descriptor.TopicDescriptor;
import io.delay.actuate.request.EndpointParameters;
import io.delay.actuate.request.JobIds;
import io.delay.actuate.request.ProblemException;
import io.delay.actuate.request.SharedReads;
import io.delay.actuate.web.WebResponses;
import io.delay.job.JobState;

/**
 * The operations of {@link DelayEndpoint} for HTTP. Job ids are query parameters, because
 * they may contain characters that are not allowed in a path.
 *
 * @since 0.1.0
 */
@EndpointWebExtension(endpoint = DelayEndpoint.class)
public final class DelayEndpointWebExtension {

	/** How long viewers share an answer. */
	private static final Duration KEEP = Duration.ofSeconds(1);

	private final DelayEndpoint endpoint;

	private final Show showPayloads;

	private final Set<String> roles;

	private final OperatorAccess operators;

	private final RecentChanges changes;

	private final SharedReads<Object> reads = new SharedReads<>(KEEP);

	/**
	 * Create the extension.
	 * @param endpoint the endpoint to delegate to
	 * @param showPayloads when to show payloads and headers
	 * @param roles the roles, any of which authorizes a user to see payloads and headers;
	 * if empty, every authenticated user is authorized
	 * @param operators which users may change something
	 * @param changes remembers changes by operators
	 */
	public DelayEndpointWebExtension(DelayEndpoint endpoint, Show showPayloads, Set<String> roles,
			OperatorAccess operators, RecentChanges changes) {
		Assert.notNull(endpoint, "'endpoint' must not be null");
		Assert.notNull(showPayloads, "'showPayloads' must not be null");
		Assert.notNull(roles, "'roles' must not be null");
		Assert.notNull(operators, "'operators' must not be null");
		Assert.notNull(changes, "'changes' must not be null");
		this.endpoint = endpoint;
		this.showPayloads = showPayloads;
		this.roles = Set.copyOf(roles);
		this.operators = operators;
		this.changes = changes;
	}

	/**
	 * Return the status of the topics.
	 * @param securityContext the security context of the caller
	 * @param parameters {@code limit} (the maximum number of topics), {@code after} (the
	 * topic after which the listing continues, in alphabetical order) and
	 * {@code throughput} ({@code true} for the number of jobs that were done in each of
	 * the last 60 minutes); or {@code id} or {@code part} (an id or a part of one to
	 * search these topics for); or {@code changes} ({@code true} for the last changes by
	 * operators through this instance)
	 * @return the topics, the jobs with the id, or the changes
	 */
	@ReadOperation
	public WebEndpointResponse<Object> topics(SecurityContext securityContext, EndpointParameters parameters) {
		return WebResponses.of(() -> {
			if (parameters.flag("changes")) {
				return this.changes.describe();
			}
			parameters.checkNotBoth("part", "id");
			String part = parameters.text("part");
			if (part != null) {
				return this.reads.get(List.of("part", parameters),
						() -> this.endpoint.search().findPart(part, parameters));
			}
			String id = parameters.raw("id");
			if (id != null) {
				return this.reads.get(List.of("find", parameters), () -> this.endpoint.search().find(id, parameters));
			}
			TopicDescriptor.Topics topics = (TopicDescriptor.Topics) this.reads.get(List.of("topics", parameters),
					() -> this.endpoint.views().topics(parameters));
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
	 * @param parameters the parameters of the view
	 * @return the job, the page, the runs, the forecast, the throughput or the failures,
	 * grouped by their cause
	 */
	@ReadOperation
	public WebEndpointResponse<Object> view(SecurityContext securityContext, @Selector String topic,
			@Selector String view, EndpointParameters parameters) {
		boolean showContent = this.showPayloads.isShown(securityContext, this.roles);
		List<Object> key = List.of(topic, view, parameters, showContent);
		return WebResponses.of(() -> this.reads.get(key, () -> switch (view) {
			case "job" -> this.endpoint.views().job(topic, parameters, showContent);
			case "jobs" -> this.endpoint.views().jobs(topic, parameters, showContent);
			case "history" -> this.endpoint.views().history(topic, parameters, showContent);
			case "forecast" -> this.endpoint.views().forecast(topic, parameters);
			case "throughput" -> this.endpoint.views().throughput(topic);
			case "failures" -> this.endpoint.views().failures(topic);
			default -> throw unknown("GET", view, "job, jobs, history, forecast, throughput and failures");
		}));
	}

	/**
	 * Change jobs of a topic, or the topic itself.
	 * @param securityContext the security context of the operator
	 * @param operation {@code kick} (with the id and an optional delay, or with the cause
	 * and an optional spread, limit and after), {@code cancel} (with the id, or the cause
	 * and an optional limit and after), {@code kick-all} (with an optional delay, limit
	 * and after), {@code bury} (with the id and an optional reason), {@code reschedule}
	 * (with the id, and the delay or the due time), {@code edit} (with the id, the
	 * version, and the payload, the delay or the due time), {@code submit} (with the
	 * payload, and an optional id and delay or due time), {@code pause} or {@code resume}
	 * @param parameters the parameters of the operation; except for an edit and a submit,
	 * {@code ids} can replace the id
	 * @return what was changed
	 */
	@WriteOperation
	public WebEndpointResponse<Object> change(SecurityContext securityContext, @Selector String topic,
			@Selector String operation, EndpointParameters parameters) {
		return write(securityContext, (acting) -> switch (operation) {
			case "kick" -> {
				if (JobIds.isGroup(parameters)) {
					parameters.accept(operation, "cause", "spread", "limit", "after");
					yield acting.topics().kickGroup(topic, parameters);
				}
				parameters.accept(operation, "id", "ids", "delay");
				yield acting.jobs().kick(topic, parameters);
			}
			case "cancel" -> {
				if (JobIds.isGroup(parameters)) {
					parameters.accept(operation, "cause", "limit", "after");
					yield acting.topics().cancelGroup(topic, parameters);
				}
				parameters.accept(operation, "id", "ids");
				yield acting.jobs().cancel(topic, parameters);
			}
			case "kick-all" -> {
				parameters.accept(operation, "delay", "limit", "after");
				yield acting.topics().kickAll(topic, parameters);
			}
			case "bury" -> {
				parameters.accept(operation, "id", "ids", "reason");
				yield acting.jobs().bury(topic, parameters);
			}
			case "reschedule" -> {
				parameters.accept(operation, "id", "ids", "delay", "dueTime");
				yield acting.jobs().reschedule(topic, parameters);
			}
			case "edit" -> {
				parameters.accept(operation, "id", "version", "payloadText", "delay", "dueTime");
				yield acting.jobs().edit(topic, parameters);
			}
			case "submit" -> {
				parameters.accept(operation, "id", "payloadText", "delay", "dueTime");
				yield acting.jobs().submit(topic, parameters);
			}
			case "pause" -> {
				parameters.accept(operation);
				yield acting.topics().pause(topic);
			}
			case "resume" -> {
				parameters.accept(operation);
				yield acting.topics().resume(topic);
			}
			default -> throw unknown("POST", operation,
					"kick, kick-all, cancel, bury, reschedule, edit, submit, pause and resume");
		});
	}

	/**
	 * Forget a topic that has no jobs and no consumers.
	 * @param securityContext the security context of the operator
	 * @param parameters none
	 * @return whether it was forgotten, and how many jobs and consumers were found
	 */
	@DeleteOperation
	public WebEndpointResponse<Object> forget(SecurityContext securityContext, @Selector String topic,
			EndpointParameters parameters) {
		return write(securityContext, (acting) -> {
			parameters.accept("forget");
			return acting.topics().forget(topic);
		});
	}

	/**
	 * Delete jobs of a topic.
	 * @param securityContext the security context of the operator
	 * @param jobs {@code job} (with the id) to cancel one job or many, {@code jobs} (with
	 * the state, and an optional limit and after) to purge the jobs of a state, or
	 * {@code failed} (with an optional limit and after) to purge the failed jobs
	 * @param parameters the parameters of the operation
	 * @return what was deleted
	 */
	@DeleteOperation
	public WebEndpointResponse<Object> delete(SecurityContext securityContext, @Selector String topic,
			@Selector String jobs, EndpointParameters parameters) {
		return write(securityContext, (acting) -> switch (jobs) {
			case "job" -> {
				parameters.accept(jobs, "id", "ids");
				yield acting.jobs().cancel(topic, parameters);
			}
			case "jobs" -> {
				parameters.accept(jobs, "state", "limit", "after");
				yield acting.topics().purge(topic, parameters.state(), parameters);
			}
			case "failed" -> {
				parameters.accept(jobs, "limit", "after");
				yield acting.topics().purge(topic, JobState.FAILED, parameters);
			}
			default -> throw unknown("DELETE", jobs, "job, jobs and failed");
		});
	}

	private WebEndpointResponse<Object> write(SecurityContext user, Function<DelayEndpoint, Object> operation) {
		return WebResponses.of(() -> {
			if (!this.operators.isPermitted(user)) {
				throw new ProblemException(Problem.Type.FORBIDDEN, "Only users with one of the roles in "
						+ "delay.endpoint.operator-roles may change jobs and topics; nothing was changed");
			}
			try {
				return operation.apply(this.endpoint.actingAs(user.getPrincipal()));
			}
			finally {
				this.reads.clear();
			}
		});
	}

	private static ProblemException unknown(String method, String name, String known) {
		return new ProblemException(Problem.Type.UNKNOWN_PATH,
				"There is no operation '" + name + "' for " + method + ", only " + known);
	}

}
