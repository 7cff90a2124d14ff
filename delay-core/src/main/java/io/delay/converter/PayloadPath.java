/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.delay.converter;

import java.util.List;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.ClassIntrospector;

/**
 * Describes a position in a payload without quoting the payload. Only properties of the
 * Java type are named, because keys of maps and unknown names are part of the payload.
 */
final class PayloadPath {

	private final ObjectMapper mapper;

	PayloadPath(ObjectMapper mapper) {
		this.mapper = mapper;
	}

	String describe(List<JacksonException.Reference> path) {
		return path.stream().map(this::describe).collect(Collectors.joining());
	}

	private String describe(JacksonException.Reference step) {
		if (step.getPropertyName() == null) {
			return (step.getIndex() >= 0) ? "[" + step.getIndex() + "]" : "[*]";
		}
		return isProperty(step.from(), step.getPropertyName()) ? "[\"" + step.getPropertyName() + "\"]" : "[*]";
	}

	private boolean isProperty(@Nullable Object from, String name) {
		if (from == null) {
			return false;
		}
		try {
			JavaType type = this.mapper.constructType((from instanceof Class<?> owner) ? owner : from.getClass());
			return !type.isContainerType() && (has(forReading(type), name) || has(forWriting(type), name));
		}
		catch (RuntimeException ex) {
			// The conversion may have failed because Jackson cannot introspect the type
			return false;
		}
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
