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

package io.delay.actuate.descriptor;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.delay.admin.TopicStatusResult;
import io.delay.job.JobState;
import io.delay.store.admin.TopicStatus;

/**
 * The status of a topic. If it could not be read, only the topic and the problem are
 * present.
 *
 * @param topic the topic
 * @param jobs the number of jobs in each state
 * @param oldestReady how long the oldest ready job has been due, {@code null} if no job
 * is ready
 * @param paused whether the topic is paused, so that no job is handed out
 * @param pause since when and by whom it is paused, {@code null} if it is not
 * @param dropped the number of failed jobs that retention has dropped so far
 * @param consumers the number of registered consumers
 * @param partitionBytes the approximate size of each partition in the store, in bytes,
 * {@code null} if unknown
 * @param estimated {@code true} if counts over 10,000 can be out of date, otherwise
 * {@code null}
 * @param donePerMinute the number of jobs that were done in each of the last 60 minutes
 * in chronological order, {@code null} if it was not requested or could not be read
 * @param problem why the topic could not be read, {@code null} if it could
 */
public record TopicDescriptor(String topic, @Nullable Map<JobState, Long> jobs, @Nullable Duration oldestReady,
		@Nullable Boolean paused, @Nullable PauseDescriptor pause, @Nullable Long dropped, @Nullable Long consumers,
		@Nullable List<Long> partitionBytes, @Nullable Boolean estimated, @Nullable List<Long> donePerMinute,
		@Nullable String problem) {

	public static TopicDescriptor of(String topic, TopicStatus status) {
		return new TopicDescriptor(topic, status.counts(), status.oldestReady(), status.paused(),
				PauseDescriptor.of(status.pause()), status.dropped(), status.consumers(),
				status.partitionBytes().isEmpty() ? null : status.partitionBytes(),
				status.estimated() ? Boolean.TRUE : null, null, null);
	}

	public static TopicDescriptor of(String topic, TopicStatusResult read) {
		TopicStatus status = read.status();
		return (status != null) ? of(topic, status) : unread(topic, read.problem());
	}

	public static TopicDescriptor unread(String topic, @Nullable String problem) {
		return new TopicDescriptor(topic, null, null, null, null, null, null, null, null, null, problem);
	}

	public TopicDescriptor withDonePerMinute(@Nullable List<Long> donePerMinute) {
		return new TopicDescriptor(this.topic, this.jobs, this.oldestReady, this.paused, this.pause, this.dropped,
				this.consumers, this.partitionBytes, this.estimated, donePerMinute, this.problem);
	}

}
