// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.json;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

import io.delay.rest.problem.ProblemException;

/**
 * How payloads are written in responses.
 */
public enum PayloadForm {

	/**
	 * As {@code payload} with exactly the stored bytes if they are JSON, otherwise as
	 * text.
	 */
	AUTO,

	/**
	 * As {@code payloadText} if the stored bytes are UTF-8, otherwise in Base64.
	 */
	TEXT,

	/**
	 * As {@code payloadBase64}.
	 */
	BASE64;

	/**
	 * Return the form that a client requests.
	 * @param text the text, {@code null} for {@link #AUTO}
	 */
	public static PayloadForm of(String place, @Nullable String text) {
		if (text == null) {
			return AUTO;
		}
		return switch (text) {
			case "auto" -> AUTO;
			case "text" -> TEXT;
			case "base64" -> BASE64;
			default -> throw ProblemException.invalid("'" + place + "' is '" + ProblemException.printable(text)
					+ "'. Send auto, text or base64; nothing was changed");
		};
	}

	void write(byte[] payload, JsonGenerator generator) {
		String text = (this != BASE64) ? Utf8Text.decode(payload) : null;
		if (text == null) {
			generator.writeName("payloadBase64");
			generator.writeBinary(payload);
		}
		else if (this == AUTO && JsonParts.isJson(payload)) {
			generator.writeName("payload");
			generator.writeRawValue(text);
		}
		else {
			generator.writeStringProperty("payloadText", text);
		}
	}

}
