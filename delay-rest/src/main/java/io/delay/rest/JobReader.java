// SPDX-License-Identifier: Apache-2.0

package io.delay.rest;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import io.delay.converter.PayloadWriter;
import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.Job;
import io.delay.job.JobPriority;
import io.delay.rest.json.JsonObject;
import io.delay.rest.problem.ProblemException;

/**
 * Reads jobs from the body of a request.
 */
final class JobReader {

	private static final Set<String> FIELDS = Set.of("id", "payload", "payloadText", "payloadBase64", "delay",
			"dueTime", "ttr", "maxAttempts", "priority", "headers", "onConflict", "expiresAfter", "expiresAt");

	private static final Set<String> FIELDS_IN_BATCH = Stream.concat(FIELDS.stream(), Stream.of("topic"))
		.collect(Collectors.toUnmodifiableSet());

	private JobReader() {
	}

	static Job read(String topic, JsonObject object) {
		return build(topic, object.allow(FIELDS));
	}

	static Job readInBatch(JsonObject object) {
		return build(object.allow(FIELDS_IN_BATCH).requiredText("topic"), object);
	}

	private static Job build(String topic, JsonObject object) {
		Job.Builder job = Job.to(topic).payload(payload(object));
		String id = object.text("id");
		if (id != null) {
			job.id(id);
		}
		setTerms(job, object);
		object.texts("headers").forEach(job::header);
		setExpiry(job, object);
		DueTime dueTime = dueTime(object);
		if (dueTime instanceof DueTime.After after) {
			job.delay(after.delay());
		}
		else if (dueTime instanceof DueTime.At at) {
			job.dueTime(at.instant());
		}
		return job.build();
	}

	private static void setTerms(Job.Builder job, JsonObject object) {
		Duration ttr = object.duration("ttr");
		if (ttr != null) {
			job.ttr(ttr);
		}
		Integer maxAttempts = object.number("maxAttempts");
		if (maxAttempts != null) {
			job.maxAttempts(maxAttempts);
		}
		JobPriority priority = object.constant("priority", JobPriority.class);
		if (priority != null) {
			job.priority(priority);
		}
		ConflictPolicy onConflict = object.constant("onConflict", ConflictPolicy.class);
		if (onConflict != null) {
			job.onConflict(onConflict);
		}
	}

	private static void setExpiry(Job.Builder job, JsonObject object) {
		Duration expiresAfter = object.duration("expiresAfter");
		Instant expiresAt = object.instant("expiresAt");
		if (expiresAfter != null && expiresAt != null) {
			throw both(object, "expiresAfter", "expiresAt");
		}
		if (expiresAfter != null) {
			job.expiresAfter(expiresAfter);
		}
		if (expiresAt != null) {
			job.expiresAt(expiresAt);
		}
	}

	private static ProblemException both(JsonObject object, String first, String second) {
		return ProblemException.invalid("'" + object.place() + "' has both of the fields '" + first + "' and '" + second
				+ "'. Send one of them; nothing was changed");
	}

	/**
	 * Read when a job is due.
	 * @return the due time, {@code null} if the object does not set it
	 */
	static @Nullable DueTime dueTime(JsonObject object) {
		Duration delay = object.duration("delay");
		Instant dueTime = object.instant("dueTime");
		if (delay != null && dueTime != null) {
			throw both(object, "delay", "dueTime");
		}
		if (delay != null) {
			return DueTime.after(delay);
		}
		return (dueTime != null) ? DueTime.at(dueTime) : null;
	}

	private static byte[] payload(JsonObject object) {
		byte[] json = object.raw("payload");
		String text = object.text("payloadText");
		String base64 = object.text("payloadBase64");
		if (Stream.of(json, text, base64).filter((payload) -> payload != null).count() != 1) {
			throw ProblemException.invalid("'" + object.place()
					+ "' has none, or more than one, of the fields 'payload', 'payloadText' and 'payloadBase64'. Send exactly one; "
					+ "nothing was changed");
		}
		if (json != null) {
			return PayloadWriter.ofJson(json);
		}
		return (text != null) ? text.getBytes(StandardCharsets.UTF_8) : decode(object, base64);
	}

	private static byte[] decode(JsonObject object, @Nullable String base64) {
		try {
			return Base64.getDecoder().decode((base64 != null) ? base64 : "");
		}
		catch (IllegalArgumentException ex) {
			throw ProblemException.invalid("'" + object.place()
					+ ".payloadBase64' is not valid Base64. Encode it with the alphabet of RFC 4648, section 4; "
					+ "nothing was changed");
		}
	}

}
