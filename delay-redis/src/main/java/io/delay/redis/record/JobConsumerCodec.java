// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.record;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import io.delay.job.RateLimit;
import io.delay.redis.script.ScriptArguments;
import io.delay.store.ConsumerOrigin;
import io.delay.store.ConsumerRegistration;
import io.delay.store.ConsumerTerms;
import io.delay.store.ReserveTerms;
import io.delay.store.admin.ActiveConsumer;

/**
 * Reads and writes the registration of a consumer: concurrency, TTR in milliseconds,
 * maximum number of attempts and the rate limit if there is one, then application, host
 * and listener, each after a tab.
 */
public final class JobConsumerCodec {

	private static final int NAMES = 4;

	/** The position of the rate limit in a stored registration. */
	private static final int RATE_LIMIT = 6;

	private JobConsumerCodec() {
	}

	public static byte[] format(ConsumerRegistration consumer) {
		ConsumerTerms terms = consumer.terms();
		ConsumerOrigin origin = consumer.origin();
		String text = terms.concurrency() + " " + ScriptArguments.millis(terms.reserveTerms().ttr()) + " "
				+ terms.reserveTerms().maxAttempts() + rateLimit(terms.reserveTerms()) + "\t"
				+ name(origin.application()) + "\t" + name(origin.host()) + "\t" + name(origin.listener());
		return text.getBytes(StandardCharsets.UTF_8);
	}

	// Earlier versions ignore it.
	private static String rateLimit(ReserveTerms terms) {
		return (terms.rateLimit() != null) ? " " + terms.rateLimit() : "";
	}

	// Names may contain any character, but a tab would end a name.
	private static String name(String name) {
		String cleared = name.replaceAll("\\p{Cntrl}", " ");
		return cleared.isBlank() ? "?" : cleared;
	}

	/**
	 * Parse a stored registration.
	 * @param bytes when the consumer was last seen and when it was first registered, in
	 * milliseconds, its poller, and the text of {@link #format}, each after a space
	 * @throws RuntimeException if the text has a different form
	 */
	public static ActiveConsumer parse(String topic, String id, byte[] bytes) {
		List<String> names = List.of(new String(bytes, StandardCharsets.UTF_8).split("\t", NAMES));
		String[] numbers = names.get(0).split(" ");
		ReserveTerms reserveTerms = new ReserveTerms(Duration.ofMillis(Long.parseLong(numbers[4])),
				Integer.parseInt(numbers[5]));
		ConsumerTerms terms = new ConsumerTerms(Integer.parseInt(numbers[3]),
				reserveTerms.limitedTo((numbers.length > RATE_LIMIT) ? RateLimit.of(numbers[RATE_LIMIT]) : null));
		ConsumerOrigin origin = new ConsumerOrigin(names.get(1), names.get(2), names.get(3));
		return new ActiveConsumer(new ConsumerRegistration(topic, id, origin, terms), time(numbers[1]),
				time(numbers[0]));
	}

	private static Instant time(String millis) {
		return Instant.ofEpochMilli(Long.parseLong(millis));
	}

}
