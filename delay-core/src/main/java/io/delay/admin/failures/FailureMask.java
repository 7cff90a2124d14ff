// SPDX-License-Identifier: Apache-2.0

package io.delay.admin.failures;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Masks the parts of a message that differ from job to job: quoted parts, ids and
 * numbers. White space is reduced to single spaces.
 */
final class FailureMask {

	private static final String MASK = "#";

	private static final String ELLIPSIS = "\u2026";

	private static final String QUOTED = "'" + ELLIPSIS + "'";

	private static final Pattern WHITE_SPACE = Pattern.compile("[\\s\\p{Cntrl}]+");

	// A quote begins and ends outside of a word, unlike the apostrophe in "don't".
	private static final Pattern QUOTES = Pattern.compile(
			"(?<![\\p{L}\\p{N}])(?:'[^']*'|\"[^\"]*\"|`[^`]*`|\u2018[^\u2019]*\u2019|\u201C[^\u201D]*\u201D)(?![\\p{L}\\p{N}])");

	// As above, or a quote that has no end because the message was cut.
	private static final Pattern CUT_QUOTES = Pattern.compile(
			QUOTES.pattern() + "|(?<![\\p{L}\\p{N}])(?:'[^']*|\"[^\"]*|`[^`]*|\u2018[^\u2019]*|\u201C[^\u201D]*)\\z");

	// The last ASCII word of a message that was cut, because it can be a part of an id.
	private static final Pattern CUT_WORD = Pattern.compile("(?<=[ \\P{ASCII}])(?<!" + ELLIPSIS + ")[!-~]++\\z");

	private static final Pattern UUID = Pattern
		.compile("(?<![0-9A-Za-z])[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}(?![0-9A-Za-z])");

	private static final Pattern HEXADECIMAL = Pattern.compile(
			"(?<![0-9A-Za-z])0[xX][0-9a-fA-F]+|@[0-9a-f]{5,}(?![0-9A-Za-z])|(?<![0-9A-Za-z])(?=[a-fA-F]*[0-9])[0-9a-fA-F]{8,}(?![0-9A-Za-z])");

	// Generated ids: long words of letters and digits.
	private static final Pattern ID = Pattern
		.compile("(?<![0-9A-Za-z])(?=[A-Za-z]*[0-9])(?=[0-9]*[A-Za-z])[0-9A-Za-z]{12,}(?![0-9A-Za-z])");

	// Numbers, and times and addresses, which are numbers with separators.
	private static final Pattern NUMBER = Pattern.compile("[0-9]+(?:[.,:/T_-][0-9]+)*");

	private static final Pattern STATUS = Pattern.compile("[45][0-9]{2}");

	private static final Pattern BEFORE_STATUS = Pattern
		.compile("(?i)(?<![0-9A-Za-z])(?:http(?:/[0-9.]+)?|status(?: code)?)[ :=]{0,3}\\z");

	private FailureMask() {
	}

	// The result has at most this number of bytes in UTF-8, without an ellipsis.
	static String mask(String message, boolean isCut, int maxBytes) {
		String masked = WHITE_SPACE.matcher(message).replaceAll(" ").strip();
		masked = (isCut ? CUT_QUOTES : QUOTES).matcher(masked).replaceAll(QUOTED);
		masked = isCut ? CUT_WORD.matcher(masked).replaceFirst("").strip() : masked;
		masked = UUID.matcher(masked).replaceAll(MASK);
		masked = HEXADECIMAL.matcher(masked).replaceAll(MASK);
		masked = ID.matcher(masked).replaceAll(MASK);
		String words = masked;
		masked = NUMBER.matcher(words).replaceAll((number) -> isStatus(words, number) ? number.group() : MASK);
		int end = end(masked, maxBytes);
		if (end < masked.length()) {
			return masked.substring(0, end) + ELLIPSIS;
		}
		return isCut ? upToLastMask(masked) + ELLIPSIS : masked;
	}

	// A status code distinguishes causes: it is kept after a word that announces it, and
	// at the beginning of a message before its reason, as in "503 Service Unavailable".
	private static boolean isStatus(String message, MatchResult number) {
		if (!STATUS.matcher(number.group()).matches()) {
			return false;
		}
		int end = number.end();
		boolean first = number.start() == 0 && end + 1 < message.length() && message.charAt(end) == ' '
				&& Character.isUpperCase(message.charAt(end + 1));
		return first || BEFORE_STATUS.matcher(message.substring(0, number.start())).find();
	}

	// The rest is dropped, because its length depends on the lengths of the masked parts.
	private static String upToLastMask(String masked) {
		int end = -1;
		for (String mask : List.of(MASK, QUOTED)) {
			int at = masked.lastIndexOf(mask);
			end = (at >= 0) ? Math.max(end, at + mask.length()) : end;
		}
		return (end >= 0) ? masked.substring(0, end) : masked;
	}

	// Returns an index between two characters.
	private static int end(String text, int maxBytes) {
		int bytes = 0;
		int end = 0;
		while (end < text.length()) {
			int character = text.codePointAt(end);
			bytes += Character.toString(character).getBytes(StandardCharsets.UTF_8).length;
			if (bytes > maxBytes) {
				break;
			}
			end += Character.charCount(character);
		}
		return end;
	}

}
