// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.adapter;

import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.messaging.MessageHeaders;
import org.springframework.messaging.support.GenericMessage;

import io.delay.listener.DelayHeaders;
import io.delay.listener.JobContext;
import io.delay.store.JobFailures;
import io.delay.store.ReservedJob;

/**
 * A delivery as a message, from which Spring Messaging resolves arguments.
 */
final class JobMessage extends GenericMessage<byte[]> {

	private static final long serialVersionUID = 1L;

	private final transient JobContext context;

	private final transient @Nullable JobFailures failures;

	JobMessage(ReservedJob job, JobContext context) {
		super(job.record().payload(), new JobMessageHeaders(headers(context)));
		this.context = context;
		this.failures = job.terms().failures();
	}

	JobContext context() {
		return this.context;
	}

	// Null unless the job is passed to a failure handler.
	@Nullable JobFailures failures() {
		return this.failures;
	}

	/**
	 * Return a description of the job without its headers and payload, which must not be
	 * logged.
	 */
	@Override
	public String toString() {
		return "JobMessage[topic=" + this.context.topic() + ", id=" + this.context.id() + ", attempt="
				+ this.context.attempt() + "]";
	}

	private static Map<String, Object> headers(JobContext context) {
		Map<String, Object> headers = new HashMap<>(context.headers());
		headers.put(DelayHeaders.ID, context.id());
		headers.put(DelayHeaders.TOPIC, context.topic());
		headers.put(DelayHeaders.ATTEMPT, context.attempt());
		headers.put(DelayHeaders.DUE_TIME, context.dueTime());
		return headers;
	}

	/**
	 * Headers without the random id and the timestamp that Spring would otherwise create
	 * for each message.
	 */
	private static final class JobMessageHeaders extends MessageHeaders {

		private static final long serialVersionUID = 1L;

		JobMessageHeaders(Map<String, Object> headers) {
			super(headers, ID_VALUE_NONE, -1L);
		}

	}

}
