// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.descriptor;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

import io.delay.job.JobState;

/**
 * Some of the jobs of a topic that are in one state, oldest first.
 *
 * @param next the value of {@code after} for the next page, {@code null} if this is the
 * last page
 */
public record JobsDescriptor(List<JobDescriptor> jobs, @Nullable String next) implements OperationResponseBody {

	/**
	 * Some of the finished runs of a topic or of one id, newest first.
	 *
	 * @param next the value of {@code after} for the next page, {@code null} if this is
	 * the last page
	 * @param searchedBackTo if older runs were not searched for the id, the time of the
	 * newest of them, otherwise {@code null}
	 */
	public record Runs(List<JobDescriptor.Run> runs, @Nullable String next,
			@Nullable Instant searchedBackTo) implements OperationResponseBody {

	}

	/**
	 * The jobs of several topics that have the same id, or whose ids contain the same
	 * part.
	 *
	 * @param id the id, {@code null} if a part was searched
	 * @param part the part of an id, {@code null} if an id was searched
	 * @param found the jobs
	 * @param searched the number of topics that were searched
	 * @param examined the number of jobs whose ids were compared with the part,
	 * {@code null} if an id was searched
	 * @param incomplete the topics of which only some jobs were examined, {@code null} if
	 * there are none
	 * @param unread the topics that could not be read, {@code null} if there are none
	 * @param next the value of {@code after} to search the next topics, {@code null} if
	 * there are no more
	 */
	public record Search(@Nullable String id, @Nullable String part, List<Found> found, int searched,
			@Nullable Integer examined, @Nullable List<String> incomplete, @Nullable List<String> unread,
			@Nullable String next) implements OperationResponseBody {

		/**
		 * A job of one topic.
		 *
		 * @param id the id, {@code null} if an id was searched
		 * @param state the state, {@code null} if there are only finished runs
		 * @param time as in the description of a job, or when the newest run ended
		 */
		public record Found(String topic, @Nullable String id, @Nullable JobState state, Instant time) {

		}

	}

}
