// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.adapter;

import java.util.Arrays;
import java.util.List;

import org.springframework.core.MethodParameter;
import org.springframework.messaging.handler.annotation.Headers;
import org.springframework.messaging.handler.annotation.Payload;
import org.springframework.messaging.handler.invocation.HandlerMethodArgumentResolver;
import org.springframework.util.StringUtils;

import io.delay.converter.PayloadConverter;
import io.delay.converter.SimplePayloadConverter;
import io.delay.listener.InvalidListenerException;

/**
 * Rejects listener methods that leave open which parameter receives the payload or how
 * the payload is read. Their parameters might otherwise silently receive unexpected
 * values.
 */
final class PayloadParameterCheck {

	private final HandlerMethodArgumentResolver exceptPayload;

	private final PayloadConverter converter;

	PayloadParameterCheck(HandlerMethodArgumentResolver exceptPayload, PayloadConverter converter) {
		this.exceptPayload = exceptPayload;
		this.converter = converter;
	}

	void check(HandlerMethodJobHandler handler) {
		List<MethodParameter> payloads = Arrays.stream(handler.getMethodParameters())
			.filter((parameter) -> !this.exceptPayload.supportsParameter(parameter))
			.toList();
		for (MethodParameter parameter : payloads) {
			checkHeaders(handler, parameter);
		}
		if (payloads.size() > 1 && !payloads.stream().allMatch(PayloadParameterCheck::isPayload)) {
			throw new InvalidListenerException(
					"Listener method " + handler + " has more than one parameter that could be the payload: "
							+ enumerate(payloads),
					"Put @Payload on the parameter that takes the payload, and @Header(\"...\"), "
							+ "or @Headers if it is a Map, on each of the others");
		}
		payloads.forEach((parameter) -> checkPayload(handler, parameter));
		checkConverter(handler, payloads);
	}

	// Checks that the converter can read the payload, which it cannot without Jackson.
	void checkConverter(HandlerMethodJobHandler handler, List<MethodParameter> parameters) {
		for (MethodParameter parameter : parameters) {
			Class<?> type = parameter.nestedIfOptional().getNestedParameterType();
			if (this.converter instanceof SimplePayloadConverter && type != String.class && type != byte[].class
					&& !this.exceptPayload.supportsParameter(parameter)) {
				throw new InvalidListenerException(
						"Listener method " + handler + " has " + describe(parameter)
								+ ", but Jackson, which reads such payloads, is not on the class path",
						"Add tools.jackson.core:jackson-databind (with Spring Boot "
								+ "org.springframework.boot:spring-boot-starter-json), or declare a String or byte[]");
			}
		}
	}

	static void checkPayload(HandlerMethodJobHandler handler, MethodParameter parameter) {
		checkExpression(handler, parameter);
		checkType(handler, parameter);
	}

	private static boolean isPayload(MethodParameter parameter) {
		return parameter.hasParameterAnnotation(Payload.class);
	}

	private static void checkHeaders(HandlerMethodJobHandler handler, MethodParameter parameter) {
		if (parameter.hasParameterAnnotation(Headers.class)) {
			throw new InvalidListenerException(
					"Listener method " + handler + " has " + describe(parameter) + " with @Headers, which is not a Map",
					"Declare it as a Map<String, Object>, or use @Header(\"...\") for a single header");
		}
	}

	private static void checkExpression(HandlerMethodJobHandler handler, MethodParameter parameter) {
		Payload payload = parameter.getParameterAnnotation(Payload.class);
		if (payload != null && StringUtils.hasText(payload.expression())) {
			throw new InvalidListenerException(
					"Listener method " + handler + " has a parameter with @Payload(\"" + payload.expression() + "\")",
					"Expressions are not supported: declare the whole payload "
							+ "and read the value from it in the method");
		}
	}

	private static void checkType(HandlerMethodJobHandler handler, MethodParameter parameter) {
		// A parameter of a supertype of byte[], such as Object, would receive the raw
		// bytes
		Class<?> type = parameter.nestedIfOptional().getNestedParameterType();
		if (type != byte[].class && type.isAssignableFrom(byte[].class)) {
			throw new InvalidListenerException(
					"Listener method " + handler + " has " + describe(parameter)
							+ ", whose type does not determine how to read the payload",
					"Declare the type of the payload: your own class or record, a Map, a String, "
							+ "or byte[] for the raw bytes");
		}
	}

	private static String enumerate(List<MethodParameter> parameters) {
		List<String> names = parameters.stream().map(PayloadParameterCheck::describe).toList();
		int last = names.size() - 1;
		return String.join(", ", names.subList(0, last)) + " and " + names.get(last);
	}

	static String describe(MethodParameter parameter) {
		return "parameter " + (parameter.getParameterIndex() + 1) + " (" + parameter.getParameterType().getSimpleName()
				+ ")";
	}

}
