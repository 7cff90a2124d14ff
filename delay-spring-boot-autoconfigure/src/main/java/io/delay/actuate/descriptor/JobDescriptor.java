// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.descriptor;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

import io.delay.job.JobPriority;
import io.delay.job.JobState;
import io.delay.store.FailureReason;
import io.delay.store.JobFailures;
import io.delay.store.JobFailures.Failure;
import io.delay.store.JobRecord;
import io.delay.store.StoredJob;
import io.delay.store.history.FinishedRun;
import io.delay.store.history.JobLife;
import io.delay.store.history.RunOutcome;

/**
 * A job. If its record cannot be read, {@code corrupt} is set and the values of the
 * record are missing. If there are only finished runs of its id, everything but the id
 * and the runs is missing.
 *
 * @param state the state, {@code null} if there are only runs
 * @param time when a waiting job becomes ready, when the lease of a reserved job ends, or
 * when a failed job was buried; {@code null} if there are only runs
 * @param dueTime when the job was first due, {@code null} if its stored value is corrupt
 * @param expiresAt when the job expires, {@code null} if it does not
 * @param priority the priority, {@code null} if the record cannot be read
 * @param ttr the TTR, {@code null} if the job sets none
 * @param maxAttempts the maximum number of attempts, {@code null} if the job sets none
 * @param failures its failures so far, {@code null} if it has not failed
 * @param lease which consumer holds it, {@code null} if none does
 * @param corrupt {@code true} if the record cannot be read, otherwise {@code null}
 * @param headers the headers, by name; {@code null} if they are not shown
 * @param payloadText the payload as text, {@code null} if it is not shown or not valid
 * UTF-8
 * @param payloadBase64 the payload in Base64, {@code null} if it is not shown or valid
 * UTF-8
 * @param version identifies the state and contents of the job for an edit, {@code null}
 * if the content is not shown or the job cannot be edited
 * @param runs the newest finished runs of the id, newest first; {@code null} if there are
 * none or if this is a job of a page
 * @param searchedBackTo if older runs were not searched for the id, the time of the
 * newest of them, otherwise {@code null}
 */
public record JobDescriptor(String id, @Nullable JobState state, @Nullable Instant time, @Nullable Instant dueTime,
		@Nullable Instant expiresAt, @Nullable JobPriority priority, @Nullable Duration ttr,
		@Nullable Integer maxAttempts, @Nullable Failures failures, @Nullable Lease lease, @Nullable Boolean corrupt,
		@Nullable Map<String, String> headers, @Nullable String payloadText, @Nullable String payloadBase64,
		@Nullable String version, @Nullable List<Run> runs,
		@Nullable Instant searchedBackTo) implements OperationResponseBody {

	public static JobDescriptor of(String id, JobLife life, boolean showContent) {
		List<Run> runs = life.runs().stream().map((run) -> Run.of(run, showContent)).toList();
		return of(id, life.job(), runs.isEmpty() ? null : runs, life.searchedBackTo(), showContent);
	}

	public static JobDescriptor of(StoredJob job, boolean showContent) {
		return of(job.id(), job, null, null, showContent);
	}

	private static JobDescriptor of(String id, @Nullable StoredJob job, @Nullable List<Run> runs,
			@Nullable Instant searchedBackTo, boolean showContent) {
		if (job == null) {
			return new JobDescriptor(id, null, null, null, null, null, null, null, null, null, null, null, null, null,
					null, runs, searchedBackTo);
		}
		JobRecord present = job.record();
		Failures failures = (job.failures() != null) ? Failures.of(job.failures()) : null;
		Lease lease = Lease.of(job);
		if (present == null) {
			return new JobDescriptor(job.id(), job.state(), job.time(), job.dueTime(), null, null, null, null, failures,
					lease, true, null, null, null, null, runs, searchedBackTo);
		}
		Content content = Content.of(showContent ? present : null);
		return new JobDescriptor(job.id(), job.state(), job.time(), job.dueTime(), job.expiresAt(), present.priority(),
				present.ttr(), present.maxAttempts(), failures, lease, null, content.headers(), content.text(),
				content.base64(), showContent ? job.version() : null, runs, searchedBackTo);
	}

	/** Return no payload and headers, because they must not be logged. */
	@Override
	public String toString() {
		return "JobDescriptor[id=" + this.id + ", state=" + this.state + "]";
	}

	/**
	 * The payload and headers of a job, as they are shown.
	 */
	private record Content(@Nullable Map<String, String> headers, @Nullable String text, @Nullable String base64) {

		static Content of(@Nullable JobRecord job) {
			if (job == null) {
				return new Content(null, null, null);
			}
			Map<String, String> headers = new TreeMap<>(job.headers());
			try {
				String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(job.payload())).toString();
				return new Content(headers, text, null);
			}
			catch (CharacterCodingException ex) {
				return new Content(headers, null, Base64.getEncoder().encodeToString(job.payload()));
			}
		}

		/** Return no content, because payloads and headers must not be logged. */
		@Override
		public String toString() {
			return "Content[...]";
		}

	}

	/**
	 * The consumer that holds a reserved job. The token is not shown, because it is the
	 * right to settle the job.
	 *
	 * @param host the host of the consumer
	 * @param consumer the id of the consumer
	 * @param attempt the number of the attempt
	 * @param maxAttempts the maximum number of attempts
	 * @param since when the lease began
	 * @param until when the lease ends, unless it is extended
	 * @param failureHandling {@code true} if a failure handler holds the job, otherwise
	 * {@code null}
	 */
	public record Lease(String host, String consumer, int attempt, int maxAttempts, Instant since, Instant until,
			@Nullable Boolean failureHandling) {

		public static @Nullable Lease of(StoredJob job) {
			StoredJob.Holder holder = job.holder();
			return (holder != null) ? new Lease(holder.host(), holder.consumer(), holder.attempt(),
					holder.maxAttempts(), holder.since(), job.time(), holder.failureHandling() ? true : null) : null;
		}

	}

	/**
	 * The failures of a job so far. Lists of jobs contain neither the stack trace nor the
	 * earlier failures.
	 *
	 * @param attempts the number of failed attempts; releases do not count
	 * @param attempt the number of the attempt that failed last
	 * @param error the last error
	 * @param host the host on which the last error happened
	 * @param time when the last error was recorded, {@code null} if the stored time is
	 * corrupt
	 * @param runTime how long the handler ran then, {@code null} if this is unknown
	 * @param stackTrace the lines that follow the last error in its stack trace,
	 * {@code null} if there are none
	 * @param earlier the failures before the last one, newest first, {@code null} if
	 * there are none
	 */
	public record Failures(int attempts, int attempt, String error, String host, @Nullable Instant time,
			@Nullable Duration runTime, @Nullable String stackTrace, @Nullable List<EarlierFailure> earlier) {

		public static Failures of(JobFailures failures) {
			Failure last = failures.recent().get(0);
			FailureReason reason = last.reason();
			List<EarlierFailure> earlier = failures.recent().stream().skip(1).map(EarlierFailure::of).toList();
			return new Failures(failures.attempts(), last.attempt(), reason.error(), reason.host(), last.knownTime(),
					reason.runTime(), reason.stackTrace(), earlier.isEmpty() ? null : earlier);
		}

	}

	/**
	 * A failure of a job before its last one.
	 *
	 * @param attempt the number of the attempt
	 * @param time when the failure was recorded, {@code null} if the stored time is
	 * corrupt
	 * @param host the host on which it happened
	 * @param runTime how long the handler ran, {@code null} if this is unknown
	 * @param stackTrace the lines that follow the error in its stack trace, {@code null}
	 * if there are none
	 */
	public record EarlierFailure(int attempt, @Nullable Instant time, String host, @Nullable Duration runTime,
			String error, @Nullable String stackTrace) {

		public static EarlierFailure of(Failure failure) {
			FailureReason reason = failure.reason();
			return new EarlierFailure(failure.attempt(), failure.knownTime(), reason.host(), reason.runTime(),
					reason.error(), reason.stackTrace());
		}

	}

	/**
	 * A finished run of a job.
	 *
	 * @param id the id of the job
	 * @param outcome how the job ended
	 * @param attempts the number of attempts
	 * @param host the host that handled the job, {@code null} if the job was cancelled or
	 * has expired
	 * @param submitted when the job was submitted, {@code null} if it is unknown
	 * @param dueTime when the job was first due, {@code null} if it is unknown
	 * @param started when the last handler started, {@code null} if the job was cancelled
	 * or has expired
	 * @param finished when the job ended
	 * @param headers the headers, {@code null} if they are not kept or not shown
	 * @param payloadText the payload as text, {@code null} if it is not kept, not shown
	 * or not valid UTF-8
	 * @param payloadBase64 the payload in Base64, {@code null} if it is not kept, not
	 * shown or valid UTF-8
	 */
	public record Run(String id, RunOutcome outcome, int attempts, @Nullable String host, @Nullable Instant submitted,
			@Nullable Instant dueTime, @Nullable Instant started, Instant finished,
			@Nullable Map<String, String> headers, @Nullable String payloadText, @Nullable String payloadBase64) {

		public static Run of(FinishedRun run, boolean showContent) {
			FinishedRun.Times times = run.times();
			Content content = Content.of(showContent ? run.record() : null);
			return new Run(run.id(), run.outcome(), run.attempts(), run.host(), times.submitted(), times.due(),
					times.started(), times.finished(), content.headers(), content.text(), content.base64());
		}

		/** Return no payload and headers, because they must not be logged. */
		@Override
		public String toString() {
			return "Run[id=" + this.id + ", outcome=" + this.outcome + "]";
		}

	}

}
