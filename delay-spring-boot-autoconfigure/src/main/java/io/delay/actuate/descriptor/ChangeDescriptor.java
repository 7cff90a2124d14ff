// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.descriptor;

import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

import io.delay.admin.bulk.BulkPosition;
import io.delay.admin.bulk.BulkResult;
import io.delay.event.DelayAdminEvent;
import io.delay.job.JobState;
import io.delay.job.SubmitStatus;
import io.delay.store.admin.ForgetResult;

/**
 * What an operation has changed.
 */
public sealed interface ChangeDescriptor extends OperationResponseBody {

	/**
	 * The result of submitting a job.
	 *
	 * @param status what the submit did
	 * @param dueTime when the job that is now stored is due
	 * @param found the state of the job that existed before, {@code null} if there was
	 * none
	 */
	record Submitted(String topic, String id, SubmitStatus status, Instant dueTime,
			@Nullable JobState found) implements ChangeDescriptor {

	}

	/**
	 * The result of changing a job.
	 *
	 * @param found the state in which the job was found
	 * @param changed whether the job was changed; not every state permits a change
	 */
	record OfJob(String topic, String id, JobState found, boolean changed) implements ChangeDescriptor {

	}

	/**
	 * The number of jobs that an operation has changed.
	 *
	 * @param jobs the number of jobs that the request has changed
	 * @param done the number of jobs that this request and the previous ones have
	 * processed, {@code null} if the request had neither a limit nor a position
	 * @param total the number of jobs at the first request, {@code null} if the request
	 * had neither a limit nor a position
	 * @param next the position with which the operation continues, {@code null} if it is
	 * complete
	 */
	record OfJobs(String topic, long jobs, @Nullable Long done, @Nullable Long total,
			@Nullable String next) implements ChangeDescriptor {

		public static OfJobs of(String topic, BulkResult result) {
			return new OfJobs(topic, result.jobs(), null, null, null);
		}

		public static OfJobs withProgress(String topic, BulkResult result) {
			BulkPosition next = result.next();
			return new OfJobs(topic, result.jobs(), result.done(), result.total(),
					(next != null) ? next.toText() : null);
		}

	}

	/**
	 * The result of an operation on jobs with many ids.
	 *
	 * @param jobs the number of changed jobs
	 * @param found the number of jobs that were found in each state, without states in
	 * which there were none
	 * @param missing the number of ids without a job
	 */
	record OfIds(String topic, long jobs, Map<JobState, Long> found, long missing) implements ChangeDescriptor {

		public static OfIds of(String topic, List<Optional<JobState>> states, Set<JobState> changeable) {
			Map<JobState, Long> found = new EnumMap<>(JobState.class);
			states.forEach((state) -> state.ifPresent((present) -> found.merge(present, 1L, Long::sum)));
			long changed = changeable.stream().mapToLong((state) -> found.getOrDefault(state, 0L)).sum();
			long missing = states.stream().filter(Optional::isEmpty).count();
			return new OfIds(topic, changed, found, missing);
		}

	}

	/**
	 * The result of pausing or resuming a topic.
	 *
	 * @param paused whether it is paused now
	 * @param changed whether the operation paused or resumed it
	 */
	record OfTopic(String topic, boolean paused, boolean changed) implements ChangeDescriptor {

	}

	/**
	 * The result of forgetting a topic.
	 *
	 * @param forgotten whether it was forgotten
	 * @param jobs the number of jobs that were found, by state
	 * @param consumers the number of consumers that were found
	 */
	record Forgotten(String topic, boolean forgotten, Map<JobState, Long> jobs,
			long consumers) implements ChangeDescriptor {

		public static Forgotten of(String topic, ForgetResult result) {
			return new Forgotten(topic, result.forgotten(), result.found().counts(), result.found().consumers());
		}

	}

	/**
	 * The last changes by operators through one instance.
	 *
	 * @param changes the changes, the newest one first
	 */
	record Recent(List<Change> changes) implements ChangeDescriptor {

		/**
		 * A change by an operator.
		 *
		 * @param time when the instance recorded it
		 * @param operator who made it
		 * @param action what was done
		 * @param jobs the number of jobs that were changed
		 * @param complete whether the whole change was made
		 */
		public record Change(Instant time, String operator, DelayAdminEvent.Action action, String topic, long jobs,
				boolean complete) {

		}

	}

}
