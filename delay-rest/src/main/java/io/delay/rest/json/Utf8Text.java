// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.json;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;

import io.delay.rest.problem.ProblemException;

/**
 * Checks and decodes UTF-8, so that no text is changed silently.
 */
final class Utf8Text {

	private static final int BUFFER_SIZE = 8192;

	private Utf8Text() {
	}

	/**
	 * Check the body of a request.
	 * @throws ProblemException if it is not valid UTF-8
	 */
	static byte[] check(byte[] body) {
		// JSON contains no zero bytes, but UTF-16 and UTF-32 do
		if (!isValid(body) || indexOfZero(body) != -1) {
			throw ProblemException.invalid("The body is not valid UTF-8. Encode it in UTF-8; nothing was changed");
		}
		return body;
	}

	// Decodes into a small buffer, because a body can be large
	private static boolean isValid(byte[] bytes) {
		CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
		ByteBuffer in = ByteBuffer.wrap(bytes);
		CharBuffer out = CharBuffer.allocate(BUFFER_SIZE);
		CoderResult result = decoder.decode(in, out, true);
		while (result.isOverflow()) {
			out.clear();
			result = decoder.decode(in, out, true);
		}
		return !result.isError();
	}

	/**
	 * Decode UTF-8.
	 * @return the text, or {@code null} if the bytes are not valid UTF-8
	 */
	static @Nullable String decode(byte[] bytes) {
		try {
			return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
		}
		catch (CharacterCodingException ex) {
			return null;
		}
	}

	/**
	 * Check that a text can be written as UTF-8. An escape sequence of JSON can denote
	 * one half of a surrogate pair.
	 * @throws ProblemException if it has an unpaired surrogate
	 */
	static String checkPaired(String place, String text) {
		if (text.codePoints().anyMatch((character) -> Character.getType(character) == Character.SURROGATE)) {
			throw ProblemException.invalid("'" + place
					+ "' has an unpaired surrogate, which UTF-8 cannot represent. Remove it; nothing was changed");
		}
		return text;
	}

	static int indexOfZero(byte[] bytes) {
		for (int i = 0; i < bytes.length; i++) {
			if (bytes[i] == 0) {
				return i;
			}
		}
		return -1;
	}

}
