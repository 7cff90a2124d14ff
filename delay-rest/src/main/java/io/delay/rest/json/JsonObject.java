// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.json;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonToken;

import io.delay.rest.problem.ProblemException;

/**
 * An object in the body of a request. Each method reads one field, returns {@code null}
 * or an empty collection if the field is missing or {@code null}, and throws
 * {@link ProblemException} if it has the wrong type. This class is immutable.
 */
public final class JsonObject {

	private static final String CORRECT_IT = ". Correct it; nothing was changed";

	private final String place;

	private final Map<String, JsonValue> fields;

	private JsonObject(JsonValue value) {
		this.place = value.place();
		this.fields = JsonParts.ofObject(value);
	}

	/**
	 * Read the body of a request.
	 * @param body the body in UTF-8; an empty body stands for an object without fields
	 * @throws ProblemException if the body is not a JSON object
	 */
	public static JsonObject of(byte[] body) {
		byte[] text = (body.length > 0) ? Utf8Text.check(body) : new byte[] { '{', '}' };
		return of(JsonParts.only(text));
	}

	private static JsonObject of(JsonValue value) {
		if (value.token() != JsonToken.START_OBJECT) {
			throw wrong(value, "an object");
		}
		return new JsonObject(value);
	}

	public JsonObject allow(String... names) {
		return allow(Set.of(names));
	}

	public JsonObject allow(Set<String> names) {
		for (String name : this.fields.keySet()) {
			if (!names.contains(name)) {
				throw ProblemException.invalid(
						"Field '" + this.place + "." + ProblemException.printable(name) + "' is unknown. Known fields: "
								+ String.join(", ", names.stream().sorted().toList()) + "; nothing was changed");
			}
		}
		return this;
	}

	/**
	 * Return the place of the object in the body.
	 * @return the place, {@code $} for the body as a whole
	 */
	public String place() {
		return this.place;
	}

	/**
	 * Whether a field is present.
	 * @return {@code false} if it is missing; {@code true} even if it is {@code null}
	 */
	public boolean has(String name) {
		return this.fields.containsKey(name);
	}

	/**
	 * Return the value of a field as JSON.
	 * @return the bytes exactly as they are in the body, also if the value is a JSON
	 * {@code null}; {@code null} if the field is missing
	 */
	public byte @Nullable [] raw(String name) {
		JsonValue value = this.fields.get(name);
		return (value != null) ? value.raw() : null;
	}

	public @Nullable String text(String name) {
		JsonValue value = present(name);
		return (value != null) ? textOf(value) : null;
	}

	public String requiredText(String name) {
		return required(name, text(name));
	}

	public @Nullable Integer number(String name) {
		JsonValue value = present(name);
		if (value == null) {
			return null;
		}
		if (value.token() != JsonToken.VALUE_NUMBER_INT) {
			throw wrong(value, "a whole number");
		}
		try {
			return Integer.valueOf(String.valueOf(value.text()));
		}
		catch (NumberFormatException ex) {
			throw ProblemException.invalid("Field '" + value.place() + "' is too large or too small"
					+ ". Send a number between -2147483648 and 2147483647; nothing was changed");
		}
	}

	public @Nullable Duration duration(String name) {
		JsonValue value = present(name);
		return (value != null) ? TimeText.duration(value.place(), textOf(value, "a duration such as \"30s\"")) : null;
	}

	public Duration requiredDuration(String name) {
		return required(name, duration(name));
	}

	public @Nullable Instant instant(String name) {
		JsonValue value = present(name);
		return (value != null)
				? TimeText.instant(value.place(), textOf(value, "a time such as \"2030-01-31T08:00:00Z\"")) : null;
	}

	public <E extends Enum<E>> @Nullable E constant(String name, Class<E> type) {
		String text = text(name);
		return (text != null) ? constant(this.place + "." + name, text, type) : null;
	}

	/**
	 * Return one of several constants.
	 * @throws ProblemException if no constant has this name
	 */
	public static <E extends Enum<E>> E constant(String place, String text, Class<E> type) {
		E[] constants = type.getEnumConstants();
		return Arrays.stream(constants)
			.filter((constant) -> constant.name().equals(text))
			.findFirst()
			.orElseThrow(() -> ProblemException.invalid("'" + place + "' is '" + ProblemException.printable(text)
					+ "'. Send one of " + Arrays.toString(constants) + "; nothing was changed"));
	}

	public Map<String, String> texts(String name) {
		JsonValue value = present(name);
		if (value == null) {
			return Map.of();
		}
		Map<String, String> texts = new LinkedHashMap<>();
		of(value).fields
			.forEach((key, element) -> texts.put(Utf8Text.checkPaired(value.place(), key), textOf(element)));
		return texts;
	}

	public List<String> textList(String name, int max) {
		return elements(name, max).stream().map(JsonObject::textOf).toList();
	}

	/**
	 * Read a required list of objects.
	 * @param reader reads one object; called for each object before the fields of the
	 * next one are read, so that the call ends at the first invalid object
	 * @return the results, at least one
	 */
	public <T> List<T> objects(String name, int max, Function<JsonObject, T> reader) {
		return elements(name, max).stream().map((element) -> reader.apply(of(element))).toList();
	}

	private List<JsonValue> elements(String name, int max) {
		JsonValue value = required(name, present(name));
		if (value.token() != JsonToken.START_ARRAY) {
			throw wrong(value, "an array");
		}
		List<JsonValue> elements = JsonParts.ofArray(value, max);
		if (elements.isEmpty()) {
			throw ProblemException
				.invalid("Field '" + value.place() + "' has 0 elements. Send 1 to " + max + "; nothing was changed");
		}
		return elements;
	}

	private <T> T required(String name, @Nullable T value) {
		if (value == null) {
			throw ProblemException
				.invalid("Field '" + this.place + "." + name + "' is missing. Add it; nothing was changed");
		}
		return value;
	}

	private @Nullable JsonValue present(String name) {
		JsonValue value = this.fields.get(name);
		return (value != null && !value.isNull()) ? value : null;
	}

	private static String textOf(JsonValue value) {
		return textOf(value, "a string");
	}

	private static String textOf(JsonValue value, String expected) {
		if (value.token() != JsonToken.VALUE_STRING || value.text() == null) {
			throw wrong(value, expected);
		}
		return Utf8Text.checkPaired(value.place(), value.text());
	}

	private static ProblemException wrong(JsonValue value, String expected) {
		return ProblemException
			.invalid("'" + value.place() + "' is " + value.kind() + " but should be " + expected + CORRECT_IT);
	}

}
