// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;

import io.delay.rest.problem.ProblemException;

/**
 * Divides an object or an array into its values without parsing their contents, so that
 * the bytes of a payload are kept unchanged.
 */
final class JsonParts {

	/** The maximum nesting depth of objects and arrays. */
	static final int MAX_DEPTH = 1000;

	/** The maximum number of fields of an object, each of which occupies memory. */
	static final int MAX_FIELDS = 10_000;

	static final JsonFactory FACTORY = factory();

	// A factory keeps names of fields that were parsed, and a name can be as long as the
	// body. Therefore only small values share a factory
	private static final int MAX_SHARED = 1024;

	private JsonParts() {
	}

	// The maximum size of a request limits everything else
	private static JsonFactory factory() {
		return JsonFactory.builder()
			.streamReadConstraints(StreamReadConstraints.builder()
				.maxNestingDepth(MAX_DEPTH)
				.maxNumberLength(Integer.MAX_VALUE)
				.maxStringLength(Integer.MAX_VALUE)
				.maxNameLength(Integer.MAX_VALUE)
				.build())
			.build();
	}

	static Map<String, JsonValue> ofObject(JsonValue object) {
		Map<String, JsonValue> fields = new LinkedHashMap<>();
		read(object, (parser) -> {
			while (parser.nextToken() != JsonToken.END_OBJECT) {
				if (fields.size() == MAX_FIELDS) {
					throw ProblemException.invalid("'" + object.place() + "' has more than " + MAX_FIELDS
							+ " fields. Send fewer; nothing was changed");
				}
				String name = parser.currentName();
				parser.nextToken();
				JsonValue value = value(object, object.place() + "." + ProblemException.printable(name), parser);
				if (fields.put(name, value) != null) {
					throw ProblemException.invalid("Field '" + value.place() + "' appears twice. Send it once");
				}
			}
		});
		return fields;
	}

	static List<JsonValue> ofArray(JsonValue array, int max) {
		List<JsonValue> elements = new ArrayList<>();
		read(array, (parser) -> {
			while (parser.nextToken() != JsonToken.END_ARRAY) {
				if (elements.size() == max) {
					throw ProblemException.invalid("Field '" + array.place() + "' has more than " + max
							+ " elements. Send 1 to " + max + "; nothing was changed");
				}
				elements.add(value(array, array.place() + "[" + elements.size() + "]", parser));
			}
		});
		return elements;
	}

	/**
	 * Return the only value of a text.
	 * @throws ProblemException if the text is not exactly one JSON value
	 */
	static JsonValue only(byte[] bytes) {
		JsonValue whole = new JsonValue("$", JsonToken.NOT_AVAILABLE, null, bytes, 0, bytes.length);
		JsonValue[] value = new JsonValue[1];
		read(whole, (parser) -> {
			value[0] = value(whole, "$", parser);
			if (parser.nextToken() != null) {
				throw ProblemException.invalid("The body continues after the JSON value. Send one value");
			}
		});
		return value[0];
	}

	/**
	 * Whether bytes are one JSON value that can be written into another one as it is.
	 * @param bytes the bytes, valid UTF-8
	 * @return {@code false} if they are not JSON, or begin with white space or a byte
	 * order mark
	 */
	static boolean isJson(byte[] bytes) {
		try {
			return bytes.length > 0 && Utf8Text.indexOfZero(bytes) == -1 && only(bytes).start() == 0;
		}
		catch (ProblemException ex) {
			return false;
		}
	}

	private static JsonValue value(JsonValue parent, String place, JsonParser parser) {
		int start = parent.start() + Math.toIntExact(parser.currentTokenLocation().getByteOffset());
		JsonToken token = parser.currentToken();
		String text = text(token, parser);
		parser.skipChildren();
		int end = parent.start() + Math.toIntExact(parser.currentLocation().getByteOffset());
		return new JsonValue(place, token, text, parent.bytes(), start, end);
	}

	// Reading the text also moves the parser to the end of the value
	private static @Nullable String text(JsonToken token, JsonParser parser) {
		return token.isScalarValue() ? parser.getString() : null;
	}

	private static void read(JsonValue container, PartReader reader) {
		int length = container.end() - container.start();
		JsonFactory factory = (length <= MAX_SHARED) ? FACTORY : factory();
		try (JsonParser parser = factory.createParser(ObjectReadContext.empty(), container.bytes(), container.start(),
				length)) {
			if (parser.nextToken() == null) {
				throw ProblemException.invalid("The body is empty. Send a JSON object");
			}
			reader.read(parser);
		}
		catch (StreamConstraintsException ex) {
			throw ProblemException.invalid("The body has more than " + MAX_DEPTH
					+ " levels of nested objects or arrays. Send a flatter value; nothing was changed");
		}
		catch (JacksonException ex) {
			throw ProblemException
				.invalid("The body is not valid JSON" + position(ex) + ". Correct it; nothing was changed");
		}
	}

	private static String position(JacksonException ex) {
		TokenStreamLocation location = ex.getLocation();
		return (location != null) ? ", at line " + location.getLineNr() + ", column " + location.getColumnNr() : "";
	}

	/**
	 * Reads the parts of an object or an array, whose first token is the current one.
	 */
	@FunctionalInterface
	private interface PartReader {

		void read(JsonParser parser);

	}

}
