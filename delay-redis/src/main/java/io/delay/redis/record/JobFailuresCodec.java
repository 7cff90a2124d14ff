// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.record;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import io.delay.job.JobPriority;
import io.delay.job.JobState;
import io.delay.store.FailureReason;
import io.delay.store.JobFailures;
import io.delay.store.StoredJob;

/**
 * Reads the failures of a job as the scripts store them: the attempts (and priority and
 * stalls), the due time in milliseconds, and the last failures, newest first. A failure
 * is a line with its time in milliseconds and the host, the error, the separator U+001E,
 * a line with the attempt and how long the handler ran in milliseconds, the stack trace,
 * and the separator. An earlier failure without the second line has the stack trace of
 * the next one. For a job that was released but has never failed, only the attempts and
 * the due time are stored.
 */
public final class JobFailuresCodec {

	private static final Pattern TEXT = Pattern
		.compile("(\\d{1,9})[hl]?(?:s\\d{1,9})?(?:f\\d{1,9})?;\\d{1,15}(?:;(\\d{1,15};[^\\n]+\\n.*))?", Pattern.DOTALL);

	private static final Pattern FAILURE = Pattern.compile("(\\d{1,15});([^\\n]+)\\n(.*)", Pattern.DOTALL);

	private static final Pattern DETAILS = Pattern.compile("(\\d{1,9});(\\d{0,15})(?:\\n(.*))?", Pattern.DOTALL);

	private static final String SEPARATOR = "\u001E";

	private JobFailuresCodec() {
	}

	public static String details(FailureReason reason) {
		Duration runTime = reason.runTime();
		return ((runTime != null) ? runTime.toMillis() : "") + "\n"
				+ ((reason.stackTrace() != null) ? reason.stackTrace() : "");
	}

	// Empty for a job that waits for its due time and has never failed
	public static String encode(StoredJob job, JobPriority priority) {
		JobFailures failures = job.failures();
		Instant dueTime = (job.dueTime() != null) ? job.dueTime() : job.time();
		boolean needed = failures != null || job.state() == JobState.FAILED || !dueTime.equals(job.time());
		if (!needed) {
			return "";
		}
		String head = ((failures != null) ? failures.attempts() : 0) + JobCodes.letter(priority) + ";"
				+ Math.max(0, dueTime.toEpochMilli());
		return (failures != null) ? head + ";" + encode(failures.recent()) : head;
	}

	private static String encode(List<JobFailures.Failure> failures) {
		StringBuilder text = new StringBuilder();
		String next = null;
		for (JobFailures.Failure failure : failures) {
			String stackTrace = Objects.requireNonNullElse(failure.reason().stackTrace(), "");
			text.append(Math.max(0, failure.time().toEpochMilli())).append(';').append(failure.reason().host());
			text.append('\n').append(failure.reason().error()).append(SEPARATOR).append(failure.attempt()).append(';');
			Duration runTime = failure.reason().runTime();
			text.append((runTime != null) ? runTime.toMillis() : "");
			text.append(stackTrace.equals(next) ? "" : "\n" + stackTrace).append(SEPARATOR);
			next = stackTrace;
		}
		return text.toString();
	}

	// Null if there is no text or the text contains no failure.
	public static @Nullable JobFailures parse(byte @Nullable [] bytes) {
		if (bytes == null) {
			return null;
		}
		Matcher matcher = TEXT.matcher(new String(bytes, StandardCharsets.UTF_8));
		if (!matcher.matches()) {
			return unreadable();
		}
		if (matcher.group(2) == null) {
			return null;
		}
		List<JobFailures.Failure> failures = failures(matcher.group(2));
		return failures.isEmpty() ? unreadable() : new JobFailures(Integer.parseInt(matcher.group(1)), failures);
	}

	private static JobFailures unreadable() {
		return new JobFailures(0, new FailureReason("The failures of the job cannot be read", "redis"), Instant.EPOCH);
	}

	private static List<JobFailures.Failure> failures(String text) {
		String[] parts = text.split(SEPARATOR);
		List<JobFailures.Failure> failures = new ArrayList<>();
		String stackTrace = null;
		for (int i = 0; i + 1 < parts.length && failures.size() < JobFailures.MAX_RECENT; i += 2) {
			Matcher failure = FAILURE.matcher(parts[i]);
			Matcher details = DETAILS.matcher(parts[i + 1]);
			if (!failure.matches() || failure.group(2).isBlank() || !details.matches()) {
				return failures;
			}
			stackTrace = (details.group(3) != null) ? details.group(3) : stackTrace;
			failures.add(new JobFailures.Failure(Integer.parseInt(details.group(1)),
					Instant.ofEpochMilli(Long.parseLong(failure.group(1))),
					new FailureReason(failure.group(3), failure.group(2), stackTrace, runTime(details.group(2)))));
		}
		return failures;
	}

	private static @Nullable Duration runTime(String millis) {
		return millis.isEmpty() ? null : Duration.ofMillis(Long.parseLong(millis));
	}

}
