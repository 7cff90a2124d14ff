// SPDX-License-Identifier: Apache-2.0

package io.delay.converter;

import java.io.IOException;
import java.lang.reflect.Type;
import java.util.stream.Stream;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeFeature;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import org.springframework.util.Assert;
import org.springframework.util.ClassUtils;

/**
 * Converts payloads to and from JSON with Jackson 2.
 *
 * @since 0.1.0
 */
public final class Jackson2PayloadConverter extends JsonPayloadConverter {

	private static final boolean JAVA_TIME_PRESENT = ClassUtils.isPresent(
			"com.fasterxml.jackson.datatype.jsr310.JavaTimeModule", Jackson2PayloadConverter.class.getClassLoader());

	private final ObjectMapper mapper;

	/**
	 * Create a converter that uses all modules on the class path. It writes ordinary
	 * payloads in the same form as a {@link JacksonPayloadConverter} with the defaults of
	 * Jackson 3, and reads what that converter writes.
	 */
	public Jackson2PayloadConverter() {
		this(defaultMapper());
	}

	/**
	 * Create a converter.
	 * @param mapper the mapper that reads and writes JSON
	 */
	public Jackson2PayloadConverter(ObjectMapper mapper) {
		Assert.notNull(mapper, "'mapper' must not be null");
		this.mapper = mapper;
	}

	private static ObjectMapper defaultMapper() {
		JsonMapper.Builder builder = JsonMapper.builder()
			.enable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY,
					MapperFeature.SORT_CREATOR_PROPERTIES_BY_DECLARATION_ORDER)
			.disable(MapperFeature.DEFAULT_VIEW_INCLUSION)
			.enable(SerializationFeature.WRITE_ENUMS_USING_TO_STRING)
			.disable(SerializationFeature.FAIL_ON_EMPTY_BEANS, SerializationFeature.WRITE_DATES_AS_TIMESTAMPS,
					SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
			.enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
			.enable(DeserializationFeature.READ_ENUMS_USING_TO_STRING, DeserializationFeature.FAIL_ON_TRAILING_TOKENS,
					DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
			.disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
		// Jackson 3 writes May as 5, which Jackson 2 reads as June by default
		if (JAVA_TIME_PRESENT) {
			JavaTime.configure(builder);
		}
		else {
			builder.enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS);
		}
		return builder.findAndAddModules().build();
	}

	@Override
	byte[] writeObject(Object payload) {
		try {
			return this.mapper.writeValueAsBytes(payload);
		}
		catch (JsonProcessingException ex) {
			throw notWritten(payload, failure(ex));
		}
	}

	@Override
	Object readObject(byte[] payload, Type type) {
		try {
			JavaType javaType = this.mapper.constructType(type);
			return requireValue(this.mapper.readValue(payload, javaType), type);
		}
		catch (IOException ex) {
			throw notRead(type, failure(ex));
		}
	}

	@Override
	Stream<String> modules() {
		return this.mapper.getRegisteredModuleIds().stream().map(Object::toString);
	}

	private Failure failure(IOException ex) {
		PayloadPath path = new PayloadPath(this::hasProperty);
		if (ex instanceof JsonMappingException mapping) {
			mapping.getPath().forEach((step) -> path.append(step.getFrom(), step.getFieldName(), step.getIndex()));
		}
		JsonLocation location = (ex instanceof JsonProcessingException processing) ? processing.getLocation() : null;
		return (location != null) ? new Failure(ex, path.toString(), location.getLineNr(), location.getColumnNr())
				: new Failure(ex, path.toString(), 0, 0);
	}

	private boolean hasProperty(Class<?> from, String name) {
		JavaType type = this.mapper.constructType(from);
		return !type.isContainerType() && (has(this.mapper.getDeserializationConfig().introspect(type), name)
				|| has(this.mapper.getSerializationConfig().introspect(type), name));
	}

	private static boolean has(BeanDescription type, String name) {
		return type.findProperties().stream().anyMatch((property) -> property.getName().equals(name));
	}

	/**
	 * References classes of the module for {@code java.time}, and is therefore loaded
	 * only if they are present.
	 */
	private static final class JavaTime {

		// Jackson uses the first of several modules of one type, so this module takes
		// precedence over the one on the class path
		static void configure(JsonMapper.Builder builder) {
			builder.addModule(new JavaTimeModule().enable(JavaTimeFeature.ONE_BASED_MONTHS));
		}

	}

}
