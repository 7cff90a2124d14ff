// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.json;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;

import org.springframework.format.datetime.standard.DurationFormatterUtils;

import io.delay.rest.problem.ProblemException;

/**
 * Reads durations and instants. A duration needs a unit and an instant needs a zone,
 * because a number alone is ambiguous.
 */
public final class TimeText {

	private TimeText() {
	}

	/**
	 * Read a duration.
	 * @param text the text, for instance {@code 30s}, {@code 15m} or {@code PT1H30M}
	 * @throws ProblemException if the text is not a duration with a unit
	 */
	public static Duration duration(String place, String text) {
		try {
			if (text.chars().anyMatch(Character::isLetter)) {
				return DurationFormatterUtils.detectAndParse(text);
			}
		}
		catch (IllegalArgumentException | ArithmeticException | DateTimeException ex) {
			// The exception thrown below contains a remedy
		}
		throw ProblemException.invalid("'" + place + "' is '" + ProblemException.printable(text)
				+ "', which is not a duration with a unit. Send, for instance, 500ms, 30s, 15m, 2h, 1d or PT1H30M; "
				+ "nothing was changed");
	}

	/**
	 * Read an instant.
	 * @param text the text, for instance {@code 2030-01-31T08:00:00Z} or
	 * {@code 2030-01-31T16:00:00+08:00}
	 * @throws ProblemException if the text is not an instant with a zone
	 */
	public static Instant instant(String place, String text) {
		try {
			return Instant.from(DateTimeFormatter.ISO_OFFSET_DATE_TIME.parse(text));
		}
		catch (DateTimeException ex) {
			throw ProblemException.invalid("'" + place + "' is '" + ProblemException.printable(text)
					+ "', which is not a time with a zone. Send, for instance, 2030-01-31T08:00:00Z or "
					+ "2030-01-31T16:00:00+08:00; nothing was changed");
		}
	}

}
