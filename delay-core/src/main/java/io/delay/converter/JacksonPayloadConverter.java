// SPDX-License-Identifier: Apache-2.0

package io.delay.converter;

import java.lang.reflect.Type;
import java.util.stream.Stream;

import org.springframework.util.Assert;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.ClassIntrospector;
import tools.jackson.databind.json.JsonMapper;

/**
 * Converts payloads to and from JSON with Jackson 3.
 *
 * @since 0.1.0
 */
public final class JacksonPayloadConverter extends JsonPayloadConverter {

	private final ObjectMapper mapper;

	/**
	 * Create a converter with the defaults of Jackson 3 and all modules on the class
	 * path.
	 */
	public JacksonPayloadConverter() {
		this(JsonMapper.builder().findAndAddModules().build());
	}

	/**
	 * Create a converter.
	 * @param mapper the mapper that reads and writes JSON
	 */
	public JacksonPayloadConverter(ObjectMapper mapper) {
		Assert.notNull(mapper, "'mapper' must not be null");
		this.mapper = mapper;
	}

	@Override
	byte[] writeObject(Object payload) {
		try {
			return this.mapper.writeValueAsBytes(payload);
		}
		catch (JacksonException ex) {
			throw notWritten(payload, failure(ex));
		}
	}

	@Override
	Object readObject(byte[] payload, Type type) {
		try {
			return requireValue(this.mapper.readValue(payload, this.mapper.constructType(type)), type);
		}
		catch (JacksonException ex) {
			throw notRead(type, failure(ex));
		}
	}

	@Override
	Stream<String> modules() {
		return this.mapper.registeredModules().stream().map((module) -> module.getClass().getName());
	}

	private Failure failure(JacksonException ex) {
		PayloadPath path = new PayloadPath(this::hasProperty);
		ex.getPath().forEach((step) -> path.append(step.from(), step.getPropertyName(), step.getIndex()));
		TokenStreamLocation location = ex.getLocation();
		return (location != null) ? new Failure(ex, path.toString(), location.getLineNr(), location.getColumnNr())
				: new Failure(ex, path.toString(), 0, 0);
	}

	private boolean hasProperty(Class<?> from, String name) {
		JavaType type = this.mapper.constructType(from);
		return !type.isContainerType() && (has(forReading(type), name) || has(forWriting(type), name));
	}

	private static boolean has(BeanDescription type, String name) {
		return type.findProperties().stream().anyMatch((property) -> property.getName().equals(name));
	}

	private BeanDescription forReading(JavaType type) {
		ClassIntrospector introspector = this.mapper.deserializationConfig().classIntrospectorInstance();
		AnnotatedClass annotations = introspector.introspectClassAnnotations(type);
		return introspector.introspectForDeserialization(type, annotations);
	}

	private BeanDescription forWriting(JavaType type) {
		ClassIntrospector introspector = this.mapper.serializationConfig().classIntrospectorInstance();
		AnnotatedClass annotations = introspector.introspectClassAnnotations(type);
		return introspector.introspectForSerialization(type, annotations);
	}

}
