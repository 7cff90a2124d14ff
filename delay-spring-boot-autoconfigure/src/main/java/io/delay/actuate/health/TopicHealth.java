// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.health;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.delay.actuate.descriptor.TopicDescriptor;
import io.delay.admin.TopicStatusScan;
import io.delay.job.JobState;
import io.delay.store.admin.TopicStatus;

/**
 * The health of a topic.
 *
 * @param ready the number of jobs that are due and wait for a worker, {@code null} if the
 * topic could not be read
 * @param oldestReady how long the oldest ready job has been due, {@code null} if no job
 * is ready
 * @param consumers the number of registered consumers in all applications, {@code null}
 * if the topic could not be read
 * @param paused whether the topic is paused, so that no job is handed out, {@code null}
 * if the topic could not be read
 * @param pause since when and by whom it is paused, {@code null} if it is not
 * @param warnings the problems that an operator should look at, {@code null} if there are
 * none
 */
public record TopicHealth(@Nullable Long ready, @Nullable Duration oldestReady, @Nullable Long consumers,
		@Nullable Boolean paused, TopicDescriptor.@Nullable Pause pause, @Nullable List<String> warnings) {

	public static TopicHealth of(TopicStatusScan.Result read, @Nullable Duration maxReadyAge) {
		TopicStatus status = read.status();
		return (status != null) ? of(status, maxReadyAge)
				: new TopicHealth(null, null, null, null, null, List.of("Cannot be read: " + read.problem()));
	}

	private static TopicHealth of(TopicStatus status, @Nullable Duration maxReadyAge) {
		long ready = status.count(JobState.READY);
		List<String> warnings = new ArrayList<>();
		if (ready > 0 && status.consumers() == 0) {
			warnings.add("Jobs are ready, but no consumer is registered");
		}
		if (ready > 0 && status.paused()) {
			warnings.add("Jobs are ready, but the topic is paused");
		}
		if (isLate(status, maxReadyAge)) {
			warnings.add("The oldest ready job is older than delay.health.max-ready-age, " + maxReadyAge);
		}
		return new TopicHealth(ready, status.oldestReady(), status.consumers(), status.paused(),
				TopicDescriptor.Pause.of(status.pause()), warnings.isEmpty() ? null : List.copyOf(warnings));
	}

	// Jobs of a paused topic wait on purpose, so they are not late.
	public static boolean isLate(@Nullable TopicStatus status, @Nullable Duration maxReadyAge) {
		if (status == null) {
			return false;
		}
		Duration oldestReady = status.oldestReady();
		return maxReadyAge != null && oldestReady != null && !status.paused() && oldestReady.compareTo(maxReadyAge) > 0;
	}

}
