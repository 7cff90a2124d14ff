// SPDX-License-Identifier: Apache-2.0

package io.delay.redis;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

import io.delay.listener.JobContext;
import io.delay.listener.JobHandler;

/**
 * Which jobs were handled, and when, by the local clock; asks nothing of Redis.
 */
public final class HandledJobs {

	private final Set<String> ids = ConcurrentHashMap.newKeySet();

	private final List<Call> calls = new CopyOnWriteArrayList<>();

	/**
	 * A handler that notes its calls.
	 */
	public JobHandler handler(String instance) {
		return (job, context) -> add(instance, context);
	}

	private void add(String instance, JobContext context) {
		this.calls.add(new Call(instance, context.id(), context.attempt(), context.isRedelivered(), System.nanoTime()));
		this.ids.add(context.id());
	}

	public Set<String> ids() {
		return this.ids;
	}

	public List<Call> calls() {
		return List.copyOf(this.calls);
	}

	/**
	 * Whether an instance has handled a job since then.
	 */
	public boolean hasHandled(String instance, long sinceNanoTime) {
		return this.calls.stream()
			.anyMatch((call) -> call.instance().equals(instance) && call.nanoTime() - sinceNanoTime >= 0);
	}

	/**
	 * One call of a handler.
	 *
	 * @param instance the instance
	 * @param id the id of the job
	 * @param attempt the number of the attempt
	 * @param redelivered whether a lease of the job ran out before
	 * @param nanoTime when, by {@link System#nanoTime()}
	 */
	public record Call(String instance, String id, int attempt, boolean redelivered, long nanoTime) {

	}

}
