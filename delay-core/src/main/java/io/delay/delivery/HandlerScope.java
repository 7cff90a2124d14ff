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

package io.delay.delivery;

import org.jspecify.annotations.Nullable;

import io.delay.store.Lease;

/**
 * Marks the threads that work for one delivery: that of its handler and those that it
 * starts. So a stop that a handler asks for does not wait for that handler, and a handler
 * that replaces or cancels its own job has not lost its lease. Internal to Delay: may
 * change without notice.
 *
 * @since 0.1.0
 */
public final class HandlerScope {

	// Holds no job, since threads that outlive the delivery keep what they inherit
	private static final ThreadLocal<@Nullable HandlerScope> current = new InheritableThreadLocal<>();

	private final String topic;

	private final String id;

	/** Set by a thread of the handler. */
	private volatile @Nullable End end;

	/**
	 * Create a scope.
	 * @param lease the lease of the delivery
	 */
	public HandlerScope(Lease lease) {
		this.topic = lease.topic();
		this.id = lease.id();
	}

	/**
	 * Mark the calling thread, and those that it will start.
	 */
	public void enter() {
		current.set(this);
	}

	/**
	 * Take the mark from the calling thread.
	 */
	public void leave() {
		current.remove();
	}

	/**
	 * Whether the calling thread works for this delivery.
	 * @return {@code true} if so
	 */
	public boolean isCurrent() {
		return current.get() == this;
	}

	/**
	 * How the handler has ended its own job, and the lease with it.
	 * @return {@code null} if the handler has not done so
	 */
	public @Nullable End end() {
		return this.end;
	}

	/**
	 * Note that a job which was reserved was replaced or cancelled, by the calling
	 * thread.
	 * @param topic the topic of the job
	 * @param id its id
	 * @param end which of the two
	 */
	public static void ended(String topic, String id, End end) {
		HandlerScope scope = current.get();
		if (scope != null && scope.id.equals(id) && scope.topic.equals(topic)) {
			scope.end = end;
		}
	}

	/**
	 * How a handler can end its own job.
	 */
	public enum End {

		/**
		 * The job was cancelled.
		 */
		CANCELLED,

		/**
		 * The job was replaced by a submit with its id.
		 */
		REPLACED

	}

}
