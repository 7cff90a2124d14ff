// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.json;

import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;

/**
 * Writes the JSON object of a response. Values that are {@code null} are left out. An
 * instance is used by one thread, for one response.
 */
public final class JsonAnswer {

	private final JsonGenerator generator;

	private JsonAnswer(JsonGenerator generator) {
		this.generator = generator;
	}

	public static byte[] write(Consumer<JsonAnswer> content) {
		ByteArrayOutputStream out = new ByteArrayOutputStream();
		try (JsonGenerator generator = JsonParts.FACTORY.createGenerator(ObjectWriteContext.empty(), out)) {
			generator.writeStartObject();
			content.accept(new JsonAnswer(generator));
			generator.writeEndObject();
		}
		return out.toByteArray();
	}

	public JsonAnswer text(String name, @Nullable String text) {
		if (text != null) {
			this.generator.writeStringProperty(name, text);
		}
		return this;
	}

	public JsonAnswer constant(String name, @Nullable Enum<?> constant) {
		return text(name, (constant != null) ? constant.name() : null);
	}

	public JsonAnswer instant(String name, @Nullable Instant instant) {
		return text(name, (instant != null) ? instant.toString() : null);
	}

	public JsonAnswer duration(String name, @Nullable Duration duration) {
		return text(name, (duration != null) ? duration.toString() : null);
	}

	public JsonAnswer number(String name, @Nullable Number number) {
		if (number != null) {
			this.generator.writeNumberProperty(name, number.longValue());
		}
		return this;
	}

	public JsonAnswer flag(String name, boolean value) {
		this.generator.writeBooleanProperty(name, value);
		return this;
	}

	public JsonAnswer texts(String name, Map<String, String> texts) {
		return object(name, (object) -> texts.forEach(object::text));
	}

	public JsonAnswer object(String name, Consumer<JsonAnswer> content) {
		this.generator.writeObjectPropertyStart(name);
		content.accept(this);
		this.generator.writeEndObject();
		return this;
	}

	public <T> JsonAnswer objects(String name, Iterable<T> elements, BiConsumer<JsonAnswer, T> writer) {
		this.generator.writeArrayPropertyStart(name);
		for (T element : elements) {
			this.generator.writeStartObject();
			writer.accept(this, element);
			this.generator.writeEndObject();
		}
		this.generator.writeEndArray();
		return this;
	}

	/**
	 * Write a list of objects.
	 * @param count the number of objects
	 * @param writer writes the object with an index
	 */
	public JsonAnswer objects(String name, int count, BiConsumer<JsonAnswer, Integer> writer) {
		return objects(name, IntStream.range(0, count).boxed().toList(), writer);
	}

	public JsonAnswer list(String name, Iterable<String> elements) {
		this.generator.writeArrayPropertyStart(name);
		elements.forEach(this.generator::writeString);
		this.generator.writeEndArray();
		return this;
	}

	public JsonAnswer payload(byte[] payload, PayloadForm form) {
		form.write(payload, this.generator);
		return this;
	}

}
