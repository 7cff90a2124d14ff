// SPDX-License-Identifier: Apache-2.0

package io.delay.job;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import org.springframework.format.datetime.standard.DurationFormatterUtils;
import org.springframework.util.Assert;

/**
 * Checks whether topics, ids, times and headers are valid, before anything is sent to a
 * store.
 *
 * @since 0.1.0
 */
public final class JobRules {

	/**
	 * The maximum TTR.
	 */
	public static final Duration MAX_TTR = Duration.ofDays(100);

	/**
	 * The highest allowed value for the maximum number of attempts.
	 */
	public static final int MAX_ATTEMPTS = 99_999;

	/**
	 * The maximum number of jobs that a handler can receive in one call.
	 */
	public static final int MAX_BATCH = 500;

	/**
	 * The maximum length of an id, in bytes of UTF-8.
	 */
	public static final int MAX_ID_BYTES = 200;

	/**
	 * The maximum total length of the headers of one job, names and values together, in
	 * characters.
	 */
	public static final int MAX_HEADER_CHARACTERS = 8192;

	private static final Instant MAX_DUE_TIME = Instant.parse("9999-12-31T23:59:59.999Z");

	private static final Duration MAX_DELAY = Duration.ofDays(365L * 7900);

	private static final int MAX_MILLIS_DIGITS = 15;

	private static final int NANOS_PER_MILLI = 1_000_000;

	private static final int LESS_THAN_A_MILLI = NANOS_PER_MILLI - 1;

	private static final int MAX_TOPIC_LENGTH = 200;

	private JobRules() {
	}

	/**
	 * Check a topic or a namespace.
	 * @return the topic
	 * @throws IllegalArgumentException if it is not 1 to 200 characters of
	 * {@code A-Z a-z 0-9 . _ -}, or is {@code .} or {@code ..}
	 */
	public static String checkTopic(String topic) {
		Assert.notNull(topic, "'topic' must not be null");
		if (topic.isEmpty() || topic.length() > MAX_TOPIC_LENGTH || !consistsOfTopicCharacters(topic)) {
			throw new IllegalArgumentException(
					"Topic '" + printable(topic) + "' must be 1 to 200 characters of A-Z a-z 0-9 . _ -");
		}
		if (topic.equals(".") || topic.equals("..")) {
			throw new IllegalArgumentException("Topic '" + topic + "' must be another name, because '.' and '..' "
					+ "have a meaning of their own in the path of a URL");
		}
		return topic;
	}

	private static boolean consistsOfTopicCharacters(String topic) {
		for (int i = 0; i < topic.length(); i++) {
			char character = topic.charAt(i);
			boolean letter = (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
			boolean digit = character >= '0' && character <= '9';
			if (!letter && !digit && character != '.' && character != '_' && character != '-') {
				return false;
			}
		}
		return true;
	}

	/**
	 * Read a duration. A unit is required, because Spring reads a number alone as
	 * milliseconds, and {@code 30} is usually meant to be 30 seconds.
	 * @param text the text, such as {@code 30s} or {@code PT30S}
	 * @return the duration
	 * @throws IllegalArgumentException if the text is not a duration with a unit
	 */
	public static Duration parseDuration(String text) {
		if (text.chars().noneMatch(Character::isLetter)) {
			throw new IllegalArgumentException("'" + text + "' has no unit. Write, for instance, 500ms, 30s or PT30S");
		}
		return DurationFormatterUtils.detectAndParse(text);
	}

	/**
	 * Check an id.
	 * @return the id
	 * @throws IllegalArgumentException if it is empty, longer than {@value #MAX_ID_BYTES}
	 * bytes, or contains white space or control characters
	 */
	public static String checkId(String id) {
		Assert.notNull(id, "'id' must not be null");
		int bytes = 0;
		for (int i = 0; i < id.length() && bytes <= MAX_ID_BYTES;) {
			int character = id.codePointAt(i);
			if (isForbiddenInId(character)) {
				throw new IllegalArgumentException(
						"Job id '" + printable(id) + "' must not contain white space or control characters");
			}
			bytes += bytesOf(character);
			i += Character.charCount(character);
		}
		if (bytes < 1 || bytes > MAX_ID_BYTES) {
			throw new IllegalArgumentException(
					"Job id '" + printable(id) + "' must be 1 to " + MAX_ID_BYTES + " bytes long");
		}
		return id;
	}

	private static boolean isForbiddenInId(int character) {
		return Character.isWhitespace(character) || Character.isSpaceChar(character)
				|| Character.isISOControl(character) || isUnpairedSurrogate(character);
	}

	private static boolean isUnpairedSurrogate(int character) {
		return Character.getType(character) == Character.SURROGATE;
	}

	/**
	 * Check the id of a job that was stored before, possibly by another program with an
	 * id that {@link #checkId(String)} refuses.
	 * @return the id
	 * @throws IllegalArgumentException if it is empty or has an unpaired surrogate, which
	 * would be sent to the store as another character
	 */
	public static String checkStoredId(String id) {
		Assert.notNull(id, "'id' must not be null");
		Assert.hasLength(id, "Job id must not be empty");
		if (id.codePoints().anyMatch(JobRules::isUnpairedSurrogate)) {
			throw new IllegalArgumentException("Job id '" + printable(id) + "' must not contain unpaired surrogates");
		}
		return id;
	}

	// The length in UTF-8.
	private static int bytesOf(int character) {
		if (character < 0x80) {
			return 1;
		}
		if (character < 0x800) {
			return 2;
		}
		return (character < 0x10000) ? 3 : 4;
	}

	/**
	 * Check a delay.
	 * @return the delay
	 * @throws IllegalArgumentException if it is negative or ends after the year 9999
	 */
	public static Duration checkDelay(Duration delay) {
		Assert.notNull(delay, "'delay' must not be null");
		if (delay.isNegative()) {
			throw new IllegalArgumentException("Delay " + delay + " must not be negative");
		}
		if (delay.compareTo(MAX_DELAY) > 0) {
			throw new IllegalArgumentException("Delay " + delay + " ends after the year 9999");
		}
		return delay;
	}

	/**
	 * Check a due time.
	 * @return the due time
	 * @throws IllegalArgumentException if it is after the year 9999
	 */
	public static Instant checkDueTime(Instant dueTime) {
		Assert.notNull(dueTime, "'dueTime' must not be null");
		if (dueTime.isAfter(MAX_DUE_TIME)) {
			throw new IllegalArgumentException("Due time " + dueTime + " is after the year 9999");
		}
		return dueTime;
	}

	/**
	 * Check how long after its due time a job expires.
	 * @param expiry the time after the due time
	 * @return the time after the due time
	 * @throws IllegalArgumentException if it is zero, negative or ends after the year
	 * 9999
	 */
	public static Duration checkExpiry(Duration expiry) {
		Assert.notNull(expiry, "'expiresAfter' must not be null");
		if (expiry.isZero() || expiry.isNegative() || expiry.compareTo(MAX_DELAY) > 0) {
			throw new IllegalArgumentException(
					"Expiry " + expiry + " must be longer than zero and end before the year 10000");
		}
		return expiry;
	}

	/**
	 * Check an expiry time.
	 * @param expiresAt the expiry time
	 * @return the expiry time
	 * @throws IllegalArgumentException if it is before 1970 or after the year 9999
	 */
	public static Instant checkExpiryTime(Instant expiresAt) {
		Assert.notNull(expiresAt, "'expiresAt' must not be null");
		if (expiresAt.isBefore(Instant.EPOCH) || expiresAt.isAfter(MAX_DUE_TIME)) {
			throw new IllegalArgumentException("Expiry time " + expiresAt + " must be between 1970 and the year 9999");
		}
		return expiresAt;
	}

	/**
	 * Check a TTR.
	 * @param ttr the time to run
	 * @return the time to run
	 * @throws IllegalArgumentException if it is zero, negative or longer than 100 days
	 */
	public static Duration checkTtr(Duration ttr) {
		Assert.notNull(ttr, "'ttr' must not be null");
		if (ttr.isZero() || ttr.isNegative() || ttr.compareTo(MAX_TTR) > 0) {
			throw new IllegalArgumentException("TTR " + ttr + " must be longer than zero and at most " + MAX_TTR);
		}
		return ttr;
	}

	/**
	 * Check how long a handler may run while its lease is extended automatically.
	 * @param maxRunTime the maximum run time
	 * @return the maximum run time
	 * @throws IllegalArgumentException if it is zero, negative or longer than 100 days
	 */
	public static Duration checkMaxRunTime(Duration maxRunTime) {
		Assert.notNull(maxRunTime, "'maxRunTime' must not be null");
		if (maxRunTime.isZero() || maxRunTime.isNegative() || maxRunTime.compareTo(MAX_TTR) > 0) {
			throw new IllegalArgumentException(
					"Max run time " + maxRunTime + " must be longer than zero and at most " + MAX_TTR);
		}
		return maxRunTime;
	}

	/**
	 * Check a maximum number of attempts.
	 * @param maxAttempts the maximum
	 * @return the maximum
	 * @throws IllegalArgumentException if it is below 1 or above {@value #MAX_ATTEMPTS}
	 */
	public static int checkMaxAttempts(int maxAttempts) {
		if (maxAttempts < 1 || maxAttempts > MAX_ATTEMPTS) {
			throw new IllegalArgumentException("Max attempts " + maxAttempts + " must be 1 to " + MAX_ATTEMPTS);
		}
		return maxAttempts;
	}

	/**
	 * Check a concurrency.
	 * @param concurrency the number of jobs handled at the same time
	 * @return the concurrency
	 * @throws IllegalArgumentException if it is below 1
	 */
	public static int checkConcurrency(int concurrency) {
		if (concurrency < 1) {
			throw new IllegalArgumentException("Concurrency " + concurrency + " must be at least 1");
		}
		return concurrency;
	}

	/**
	 * Check the size of batches.
	 * @param batch the maximum number of jobs in a batch
	 * @return the size
	 * @throws IllegalArgumentException if it is not 1 to {@value #MAX_BATCH}
	 */
	public static int checkBatch(int batch) {
		if (batch < 1 || batch > MAX_BATCH) {
			throw new IllegalArgumentException("Batch " + batch + " must be 1 to " + MAX_BATCH);
		}
		return batch;
	}

	/**
	 * Round up to whole milliseconds, the precision of stores, so that no job is
	 * delivered early.
	 * @return the duration in whole milliseconds
	 */
	public static Duration roundUp(Duration duration) {
		Duration next = duration.plusNanos(LESS_THAN_A_MILLI);
		return next.minusNanos(next.getNano() % NANOS_PER_MILLI);
	}

	/**
	 * Round up to whole milliseconds, as {@link #roundUp(Duration)} does.
	 * @return the instant in whole milliseconds
	 */
	public static Instant roundUp(Instant instant) {
		Instant next = instant.plusNanos(LESS_THAN_A_MILLI);
		return next.minusNanos(next.getNano() % NANOS_PER_MILLI);
	}

	/**
	 * Check headers.
	 * @return an immutable copy of the headers
	 * @throws IllegalArgumentException if a name is empty, if a name or value has an
	 * unpaired surrogate, or if names and values together have more than
	 * {@value #MAX_HEADER_CHARACTERS} characters
	 */
	public static Map<String, String> checkHeaders(Map<String, String> headers) {
		Assert.notNull(headers, "'headers' must not be null");
		if (headers.isEmpty()) {
			return Map.of();
		}
		int characters = 0;
		for (Map.Entry<String, String> header : headers.entrySet()) {
			Assert.hasText(header.getKey(), "The name of a header must not be empty");
			Assert.notNull(header.getValue(), () -> "Header '" + header.getKey() + "' must not be null");
			if (!isEncodable(header.getKey()) || !isEncodable(header.getValue())) {
				throw notEncodable("Header '" + printable(header.getKey()) + "'");
			}
			characters += header.getKey().length() + header.getValue().length();
		}
		if (characters > MAX_HEADER_CHARACTERS) {
			throw new IllegalArgumentException("The headers have " + characters + " characters; the limit is "
					+ MAX_HEADER_CHARACTERS + ". Move large values into the payload");
		}
		return Map.copyOf(headers);
	}

	/**
	 * Whether a text is a number of milliseconds that an {@code Instant} and a
	 * {@code Duration} can have.
	 */
	static boolean isMillis(String text) {
		return !text.isEmpty() && text.length() <= MAX_MILLIS_DIGITS
				&& text.chars().allMatch((digit) -> digit >= '0' && digit <= '9');
	}

	/**
	 * Encode a text as UTF-8.
	 * @param name what the text is, for the message
	 * @return the bytes
	 * @throws IllegalArgumentException if the text contains an unpaired surrogate, which
	 * would become a question mark
	 */
	public static byte[] encode(String name, String text) {
		if (!isEncodable(text)) {
			throw notEncodable(name);
		}
		return text.getBytes(StandardCharsets.UTF_8);
	}

	private static boolean isEncodable(String text) {
		// Two to ten times as fast as CharsetEncoder.canEncode
		return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8).equals(text);
	}

	private static IllegalArgumentException notEncodable(String name) {
		return new IllegalArgumentException(name + " has an unpaired surrogate, which UTF-8 cannot represent");
	}

	private static String printable(String value) {
		String text = value.replaceAll("[\\p{Cntrl}\\p{Cs}]", "?");
		return (text.length() <= 250) ? text : text.substring(0, 250) + "...";
	}

}
