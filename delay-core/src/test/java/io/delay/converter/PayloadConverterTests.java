// SPDX-License-Identifier: Apache-2.0

package io.delay.converter;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.core.ParameterizedTypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Tag("versions")
class PayloadConverterTests {

	private final PayloadConverter simple = new SimplePayloadConverter();

	@Test
	void stringsPassThroughAsUtf8() {
		for (PayloadConverter converter : everyConverter()) {
			byte[] bytes = converter.write("größe");
			assertThat(bytes).isEqualTo("größe".getBytes(StandardCharsets.UTF_8));
			assertThat(converter.read(bytes, String.class)).isEqualTo("größe");
		}
	}

	@Test
	void bytesPassThroughUnchanged() {
		byte[] bytes = { 0, -1, 127 };
		for (PayloadConverter converter : everyConverter()) {
			assertThat(converter.write(bytes)).isSameAs(bytes);
			assertThat(converter.read(bytes, byte[].class)).isSameAs(bytes);
		}
	}

	@Test
	void unpairedSurrogateIsRefused() {
		for (PayloadConverter converter : everyConverter()) {
			for (String text : List.of("secret\ud83d", "\ude00", "\ude00\ud83d", "\ud83d\ud83d\ude00")) {
				assertThatExceptionOfType(PayloadConversionException.class).isThrownBy(() -> converter.write(text))
					.withMessageContaining("java.lang.String")
					.withMessageContaining("surrogate")
					.withMessageNotContaining("secret");
			}
			assertThat(converter.read(converter.write("\ud83d\ude00?"), String.class)).isEqualTo("\ud83d\ude00?");
		}
	}

	@ParameterizedTest
	@EnumSource
	void surrogateWithoutItsPairInAnObjectIsKept(Jackson jackson) {
		Order order = new Order("a\ud83d", 1);
		assertThat(jackson.plain().read(jackson.plain().write(order), Order.class)).isEqualTo(order);
	}

	private List<PayloadConverter> everyConverter() {
		return List.of(Jackson.THREE.plain(), Jackson.TWO.plain(), this.simple);
	}

	@ParameterizedTest
	@EnumSource
	void jacksonWritesAndReadsObjects(Jackson jackson) {
		byte[] bytes = jackson.plain().write(new Order("a", 3));
		assertThat(bytes).asString().isEqualTo("{\"id\":\"a\",\"amount\":3}");
		assertThat(jackson.plain().read(bytes, Order.class)).isEqualTo(new Order("a", 3));
	}

	@ParameterizedTest
	@EnumSource
	void jacksonReadsGenericTypes(Jackson jackson) {
		byte[] bytes = jackson.plain().write(List.of(new Order("a", 3)));
		assertThat(jackson.plain().read(bytes, new ParameterizedTypeReference<List<Order>>() {
		}.getType())).isEqualTo(List.of(new Order("a", 3)));
	}

	@ParameterizedTest
	@EnumSource
	void unreadablePayloadIsNotQuoted(Jackson jackson) {
		for (String payload : List.of("{\"id\":\"a\",\"amount\":\"secret\"}", "{\"id\":secret}", "secret",
				"[\"secret\"]", "\"secret\"", "{\"secret")) {
			assertThatExceptionOfType(PayloadConversionException.class)
				.isThrownBy(() -> jackson.plain().read(payload.getBytes(StandardCharsets.UTF_8), Order.class))
				.withMessageContaining(Order.class.getName())
				.withMessageContaining("Exception")
				.withMessageNotContaining("secret")
				.withNoCause();
		}
	}

	@ParameterizedTest
	@EnumSource
	void unreadablePayloadReportsThePath(Jackson jackson) {
		assertThatExceptionOfType(PayloadConversionException.class)
			.isThrownBy(() -> jackson.plain()
				.read("{\"id\":\"a\",\"amount\":\"x\"}".getBytes(StandardCharsets.UTF_8), Order.class))
			.withMessageContaining("[\"amount\"]");
	}

	@ParameterizedTest
	@EnumSource
	void keysOfMapsAreNotQuotedInThePath(Jackson jackson) {
		assertThatExceptionOfType(PayloadConversionException.class)
			.isThrownBy(
					() -> jackson.plain()
						.read("{\"cards\":{\"secret\":[{\"id\":\"a\",\"amount\":\"x\"}]}}"
							.getBytes(StandardCharsets.UTF_8), Wallet.class))
			.withMessageContaining(" at [\"cards\"][*][0][\"amount\"], line 1")
			.withMessageNotContaining("secret");
		assertThatExceptionOfType(PayloadConversionException.class)
			.isThrownBy(() -> jackson.plain().write(Map.of("secret", new Broken("x"))))
			.withMessageContaining(" at [*][\"value\"]")
			.withMessageNotContaining("secret");
	}

	@ParameterizedTest
	@EnumSource
	void unknownPropertiesAreNotQuotedInThePath(Jackson jackson) {
		assertThatExceptionOfType(PayloadConversionException.class)
			.isThrownBy(() -> jackson.strict().read("{\"secret\":1}".getBytes(StandardCharsets.UTF_8), Wallet.class))
			.withMessageContaining("UnrecognizedPropertyException at [*]")
			.withMessageNotContaining("secret");
	}

	@ParameterizedTest
	@EnumSource
	void propertiesAreNamedAsTheyAreInTheJson(Jackson jackson) {
		assertThatExceptionOfType(PayloadConversionException.class)
			.isThrownBy(() -> jackson.snake()
				.read("{\"first_card\":{\"amount\":\"x\"}}".getBytes(StandardCharsets.UTF_8), Holder.class))
			.withMessageContaining(" at [\"first_card\"][\"amount\"]");
	}

	@ParameterizedTest
	@EnumSource
	void nullIsRefusedAsPayload(Jackson jackson) {
		assertThatExceptionOfType(PayloadConversionException.class)
			.isThrownBy(() -> jackson.plain().read("null".getBytes(StandardCharsets.UTF_8), Order.class))
			.withMessageEndingWith(": the value is null");
	}

	@ParameterizedTest
	@EnumSource
	void unwritablePayloadIsNotQuoted(Jackson jackson) {
		assertThatExceptionOfType(PayloadConversionException.class)
			.isThrownBy(() -> jackson.plain().write(new Broken("secret")))
			.withMessageContaining(Broken.class.getName())
			.withMessageContaining("IllegalStateException")
			.withMessageNotContaining("secret")
			.withNoCause();
	}

	@ParameterizedTest
	@EnumSource
	void valueThatIsTextInJsonIsReadAsThisText(Jackson jackson) {
		PayloadConverter converter = jackson.plain();
		for (Object payload : List.of(new UUID(1, 2), Thread.State.NEW, LocalDate.of(2026, 1, 31),
				new Code("a\"b\\\n é"), new Code("\"a\" \t"), new Code(""), 'x')) {
			byte[] bytes = converter.write(payload);
			assertThat(converter.read(bytes, payload.getClass())).isEqualTo(payload);
			assertThat(converter.read(bytes, String.class)).isEqualTo(payload.toString());
		}
	}

	@ParameterizedTest
	@EnumSource
	void stringIsReadAsItWasWrittenWhateverItLooksLike(Jackson jackson) {
		PayloadConverter converter = jackson.plain();
		for (String text : List.of("", "\"", "\"\"", "\"a\"", " \"a\" ", "\"a\" \t", "\"\" \t", "\" \t", "\"a\\\" \t",
				"\"a\"\t", "{\"a\": \"b\" \t", "null", "{}", "\"a\", \"b\" \t")) {
			assertThat(converter.read(converter.write(text), String.class)).isEqualTo(text);
		}
		assertThat(converter.write("\"a\"")).asString().isEqualTo("\"a\"");
	}

	@Test
	void quotedTextOfJacksonIsRefusedWithoutJackson() {
		byte[] bytes = Jackson.THREE.plain().write(new UUID(1, 2));
		assertThatExceptionOfType(PayloadConversionException.class)
			.isThrownBy(() -> this.simple.read(bytes, String.class))
			.withMessageContaining("read a payload into type java.lang.String");
		assertThat(this.simple.read(this.simple.write("\"a\""), String.class)).isEqualTo("\"a\"");
	}

	@Test
	void messageForOtherTypesNamesTheRemedyWithoutJackson() {
		assertThatExceptionOfType(PayloadConversionException.class)
			.isThrownBy(() -> this.simple.write(new Order("secret", 3)))
			.withMessageContaining(Order.class.getName())
			.withMessageContaining("tools.jackson.core:jackson-databind")
			.withMessageContaining("String or byte[]")
			.withMessageNotContaining("secret");
		assertThatExceptionOfType(PayloadConversionException.class)
			.isThrownBy(() -> this.simple.read(new byte[0], Order.class))
			.withMessageContaining("read a payload into type " + Order.class.getName());
	}

	/**
	 * The converters of each Jackson.
	 */
	enum Jackson {

		TWO {

			@Override
			PayloadConverter plain() {
				return new Jackson2PayloadConverter();
			}

			@Override
			PayloadConverter strict() {
				return new Jackson2PayloadConverter(com.fasterxml.jackson.databind.json.JsonMapper.builder()
					.enable(com.fasterxml.jackson.databind.DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
					.build());
			}

			@Override
			PayloadConverter snake() {
				return new Jackson2PayloadConverter(com.fasterxml.jackson.databind.json.JsonMapper.builder()
					.propertyNamingStrategy(com.fasterxml.jackson.databind.PropertyNamingStrategies.SNAKE_CASE)
					.build());
			}

		},

		THREE {

			@Override
			PayloadConverter plain() {
				return new JacksonPayloadConverter();
			}

			@Override
			PayloadConverter strict() {
				return new JacksonPayloadConverter(
						JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build());
			}

			@Override
			PayloadConverter snake() {
				return new JacksonPayloadConverter(
						JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build());
			}

		};

		abstract PayloadConverter plain();

		abstract PayloadConverter strict();

		abstract PayloadConverter snake();

	}

	record Code(String text) {

		@JsonCreator(mode = JsonCreator.Mode.DELEGATING)
		Code {
		}

		@Override
		@JsonValue
		public String toString() {
			return this.text;
		}

	}

	record Order(String id, int amount) {

	}

	record Wallet(Map<String, List<Order>> cards) {

	}

	record Holder(Order firstCard) {

	}

	record Broken(String value) {

		@Override
		public String value() {
			throw new IllegalStateException(this.value);
		}

	}

}
