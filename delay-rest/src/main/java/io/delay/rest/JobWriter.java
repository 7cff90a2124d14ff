// SPDX-License-Identifier: Apache-2.0

package io.delay.rest;

import java.time.Instant;
import java.util.List;

import io.delay.job.SubmitResult;
import io.delay.rest.json.JsonAnswer;
import io.delay.rest.json.PayloadForm;
import io.delay.store.FailureReason;
import io.delay.store.JobFailures;
import io.delay.store.JobRecord;
import io.delay.store.ReservedJob;
import io.delay.store.StoredJob;

/**
 * Writes jobs to responses.
 */
final class JobWriter {

	private JobWriter() {
	}

	static void write(JsonAnswer answer, String topic, SubmitResult result) {
		answer.text("topic", topic)
			.text("id", result.id())
			.constant("status", result.status())
			.instant("dueTime", result.dueTime())
			.constant("found", result.found());
	}

	static void write(JsonAnswer answer, StoredJob job, PayloadForm form) {
		answer.text("topic", job.topic())
			.text("id", job.id())
			.constant("state", job.state())
			.instant("time", job.time())
			.instant("dueTime", job.dueTime())
			.instant("expiresAt", job.expiresAt());
		JobRecord record = job.record();
		if (record != null) {
			write(answer, record, form);
		}
		else {
			answer.flag("corrupt", true);
		}
		JobFailures failures = job.failures();
		if (failures != null) {
			answer.object("failures", (object) -> write(object, failures));
		}
		StoredJob.Holder holder = job.holder();
		if (holder != null) {
			answer.object("lease", (object) -> write(object, holder, job.time()));
		}
	}

	private static void write(JsonAnswer answer, JobRecord record, PayloadForm form) {
		answer.constant("priority", record.priority())
			.duration("ttr", record.ttr())
			.number("maxAttempts", record.maxAttempts())
			.texts("headers", record.headers())
			.payload(record.payload(), form);
	}

	private static void write(JsonAnswer answer, JobFailures failures) {
		List<JobFailures.Failure> recent = failures.recent();
		write(answer.number("attempts", failures.attempts()), recent.get(0));
		if (recent.size() > 1) {
			answer.objects("earlier", recent.subList(1, recent.size()), JobWriter::write);
		}
	}

	private static void write(JsonAnswer answer, JobFailures.Failure failure) {
		FailureReason reason = failure.reason();
		answer.number("attempt", failure.attempt())
			.instant("time", failure.knownTime())
			.text("error", reason.error())
			.text("host", reason.host())
			.text("stackTrace", reason.stackTrace())
			.duration("runTime", reason.runTime());
	}

	private static void write(JsonAnswer answer, StoredJob.Holder holder, Instant until) {
		answer.text("host", holder.host())
			.text("consumer", holder.consumer())
			.number("attempt", holder.attempt())
			.number("maxAttempts", holder.maxAttempts())
			.instant("since", holder.since())
			.instant("until", until);
		if (holder.failureHandling()) {
			answer.flag("failureHandling", true);
		}
	}

	static void write(JsonAnswer answer, ReservedJob job, PayloadForm form) {
		answer.text("topic", job.lease().topic())
			.text("id", job.lease().id())
			.text("token", job.lease().token())
			.number("attempt", job.terms().attempt())
			.number("maxAttempts", job.terms().maxAttempts())
			.duration("ttr", job.terms().ttr())
			.instant("deadline", job.terms().deadline())
			.instant("dueTime", job.dueTime())
			.instant("expiresAt", job.expiresAt())
			.texts("headers", job.record().headers())
			.payload(job.record().payload(), form);
	}

}
