// SPDX-License-Identifier: Apache-2.0

package io.delay.converter;

import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.core.ParameterizedTypeReference;
import tools.jackson.databind.DefaultTyping;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.BasicPolymorphicTypeValidator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests what {@code docs/guide/payloads.md} says about mappers with default typing.
 */
@Tag("versions")
class DefaultTypingTests {

	private static final Type ORDERS = new ParameterizedTypeReference<List<Order>>() {
	}.getType();

	private static final Type TEXTS = new ParameterizedTypeReference<Map<String, String>>() {
	}.getType();

	static Stream<PayloadConverter> converters() {
		return Stream.of(new JacksonPayloadConverter(JsonMapper.builder()
			.activateDefaultTyping(
					BasicPolymorphicTypeValidator.builder().allowIfSubType("io.delay.").allowIfSubType("java.").build(),
					DefaultTyping.NON_FINAL)
			.build()),
				new Jackson2PayloadConverter(com.fasterxml.jackson.databind.json.JsonMapper.builder()
					.activateDefaultTyping(
							com.fasterxml.jackson.databind.jsontype.BasicPolymorphicTypeValidator.builder()
								.allowIfSubType("io.delay.")
								.allowIfSubType("java.")
								.build(),
							com.fasterxml.jackson.databind.ObjectMapper.DefaultTyping.NON_FINAL)
					.build()));
	}

	@ParameterizedTest
	@MethodSource("converters")
	void payloadOfANonFinalTypeIsNotReadIfItsClassIsFinal(PayloadConverter converter) {
		assertUnreadable(converter, List.of(new Order("a")), ORDERS);
		assertUnreadable(converter, new ArrayList<>(List.of(new Order("a"))), ORDERS);
		assertUnreadable(converter, Map.of("a", "b"), TEXTS);
		assertUnreadable(converter, Size.LARGE, Size.class);
		assertUnreadable(converter, new Order("a"), Event.class);
	}

	@ParameterizedTest
	@MethodSource("converters")
	void recordThatContainsValuesOfFinalTypesIsRead(PayloadConverter converter) {
		Wrapper wrapper = new Wrapper(List.of(new Order("a")), Map.of("a", "b"), Size.LARGE, new Order("c"));
		assertThat(converter.read(converter.write(wrapper), Wrapper.class)).isEqualTo(wrapper);
		assertThat(converter.read(converter.write(new Order("a")), Order.class)).isEqualTo(new Order("a"));
	}

	private static void assertUnreadable(PayloadConverter converter, Object payload, Type type) {
		byte[] bytes = converter.write(payload);
		assertThatExceptionOfType(PayloadConversionException.class).isThrownBy(() -> converter.read(bytes, type))
			.withMessageContaining("Cannot read a payload into type " + type.getTypeName());
	}

	interface Event {

	}

	record Order(String id) implements Event {

	}

	record Wrapper(List<Order> orders, Map<String, String> texts, Size size, Event event) {

	}

	enum Size {

		LARGE {

			@Override
			int centimetres() {
				return 100;
			}

		};

		abstract int centimetres();

	}

}
