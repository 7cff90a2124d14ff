// SPDX-License-Identifier: Apache-2.0

package io.delay.event;

import java.util.Optional;

import org.springframework.util.Assert;

import io.delay.converter.PayloadConverter;
import io.delay.job.JobRules;
import io.delay.store.BuriedJob;
import io.delay.store.FailureReason;
import io.delay.store.StoredJob;
import io.delay.store.admin.JobStoreInspector;

/**
 * Published after a container has buried a job. A job is buried if its last attempt fails
 * or exceeds the TTR, if its handler buries it, if its failure is not retried, or if its
 * record is unreadable. If the topic has a failure handler, it is called first. The event
 * does not contain the payload; {@link #job()} and {@link #payload(Class)} read it from
 * the store when they are called.
 *
 * @since 0.1.0
 */
public final class JobBuriedEvent implements DelayListenerEvent {

	private final String listenerId;

	private final String topic;

	private final BuriedJob buried;

	private final JobStoreInspector inspector;

	private final PayloadConverter converter;

	/**
	 * Create an event.
	 * @param topic the topic of the job
	 * @param buried the job, and why it was buried
	 * @param inspector reads the store of the job
	 */
	public JobBuriedEvent(String listenerId, String topic, BuriedJob buried, JobStoreInspector inspector,
			PayloadConverter converter) {
		Assert.hasText(listenerId, "'listenerId' must not be empty");
		Assert.notNull(buried, "'buried' must not be null");
		Assert.notNull(inspector, "'inspector' must not be null");
		Assert.notNull(converter, "'converter' must not be null");
		this.listenerId = listenerId;
		this.topic = JobRules.checkTopic(topic);
		this.buried = buried;
		this.inspector = inspector;
		this.converter = converter;
	}

	@Override
	public String listenerId() {
		return this.listenerId;
	}

	@Override
	public String topic() {
		return this.topic;
	}

	/**
	 * Return the id of the job.
	 * @return the id
	 */
	public String id() {
		return this.buried.id();
	}

	/**
	 * Return the number of failed attempts, including the last one.
	 * @return the number, zero if the job was never delivered
	 */
	public int attempts() {
		return this.buried.attempts();
	}

	/**
	 * Return why the job was buried, and on which host.
	 * @return the reason
	 */
	public FailureReason reason() {
		return this.buried.reason();
	}

	/**
	 * Read the job from the store, on the calling thread. The result is the current state
	 * of the job, which may have been kicked or replaced in the meantime.
	 * @return the job, empty if it no longer exists
	 * @throws org.springframework.dao.DataAccessException if the store is unreachable
	 */
	public Optional<StoredJob> job() {
		return this.inspector.find(this.topic, this.buried.id());
	}

	/**
	 * Read the payload of the job from the store, on the calling thread.
	 * @param <T> the type of the payload
	 * @param type the type to read into
	 * @return the payload, empty if the job no longer exists or its record is corrupt
	 * @throws io.delay.converter.PayloadConversionException if the payload cannot be read
	 * into the type, which may be the reason for the burial
	 * @throws org.springframework.dao.DataAccessException if the store is unreachable
	 * @see #job()
	 */
	public <T> Optional<T> payload(Class<T> type) {
		Assert.notNull(type, "'type' must not be null");
		return job().map(StoredJob::record).map((job) -> type.cast(this.converter.read(job.payload(), type)));
	}

	/**
	 * Return a description of the job for logs.
	 */
	@Override
	public String toString() {
		return "JobBuriedEvent[job '" + id() + "' of topic '" + this.topic + "', " + attempts()
				+ " failed attempts, listener '" + this.listenerId + "': " + reason().error() + "]";
	}

}
