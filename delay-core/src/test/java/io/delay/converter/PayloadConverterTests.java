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

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.springframework.core.ParameterizedTypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class PayloadConverterTests {

	private final PayloadConverter jackson = new JacksonPayloadConverter(JsonMapper.builder().build());

	private final PayloadConverter simple = new SimplePayloadConverter();

	@Test
	void stringsPassThroughAsUtf8() {
		for (PayloadConverter converter : List.of(this.jackson, this.simple)) {
			byte[] bytes = converter.write("größe");
			assertThat(bytes).isEqualTo("größe".getBytes(StandardCharsets.UTF_8));
			assertThat(converter.read(bytes, String.class)).isEqualTo("größe");
		}
	}

	@Test
	void bytesPassThroughAsTheyAre() {
		byte[] bytes = { 0, -1, 127 };
		for (PayloadConverter converter : List.of(this.jackson, this.simple)) {
			assertThat(converter.write(bytes)).isSameAs(bytes);
			assertThat(converter.read(bytes, byte[].class)).isSameAs(bytes);
		}
	}

	@Test
	void jacksonWritesAndReadsObjects() {
		byte[] bytes = this.jackson.write(new Order("a", 3));
		assertThat(bytes).asString().isEqualTo("{\"id\":\"a\",\"amount\":3}");
		assertThat(this.jackson.read(bytes, Order.class)).isEqualTo(new Order("a", 3));
	}

	@Test
	void jacksonReadsGenericTypes() {
		byte[] bytes = this.jackson.write(List.of(new Order("a", 3)));
		assertThat(this.jackson.read(bytes, new ParameterizedTypeReference<List<Order>>() {
		}.getType())).isEqualTo(List.of(new Order("a", 3)));
	}

	@Test
	void unreadablePayloadIsNotQuoted() {
		for (String payload : List.of("{\"id\":\"a\",\"amount\":\"secret\"}", "{\"id\":secret}", "secret",
				"[\"secret\"]", "\"secret\"", "{\"secret")) {
			assertThatExceptionOfType(PayloadConversionException.class)
				.isThrownBy(() -> this.jackson.read(payload.getBytes(StandardCharsets.UTF_8), Order.class))
				.withMessageContaining(Order.class.getName())
				.withMessageContaining("Exception")
				.withMessageNotContaining("secret")
				.withNoCause();
		}
	}

	@Test
	void unreadablePayloadTellsThePath() {
		assertThatExceptionOfType(PayloadConversionException.class)
			.isThrownBy(() -> this.jackson.read("{\"id\":\"a\",\"amount\":\"x\"}".getBytes(StandardCharsets.UTF_8),
					Order.class))
			.withMessageContaining("[\"amount\"]");
	}

	@Test
	void keysOfMapsAreNotQuotedInThePath() {
		assertThatExceptionOfType(PayloadConversionException.class)
			.isThrownBy(() -> this.jackson.read(
					"{\"cards\":{\"secret\":[{\"id\":\"a\",\"amount\":\"x\"}]}}".getBytes(StandardCharsets.UTF_8),
					Wallet.class))
			.withMessageContaining(" at [\"cards\"][*][0][\"amount\"], line 1")
			.withMessageNotContaining("secret");
		assertThatExceptionOfType(PayloadConversionException.class)
			.isThrownBy(() -> this.jackson.write(Map.of("secret", new Broken("x"))))
			.withMessageContaining(" at [*][\"value\"]")
			.withMessageNotContaining("secret");
	}

	@Test
	void unknownPropertiesAreNotQuotedInThePath() {
		PayloadConverter strict = new JacksonPayloadConverter(
				JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build());
		assertThatExceptionOfType(PayloadConversionException.class)
			.isThrownBy(() -> strict.read("{\"secret\":1}".getBytes(StandardCharsets.UTF_8), Wallet.class))
			.withMessageContaining("UnrecognizedPropertyException at [*]")
			.withMessageNotContaining("secret");
	}

	@Test
	void propertiesAreNamedAsTheyAreInTheJson() {
		PayloadConverter snake = new JacksonPayloadConverter(
				JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build());
		assertThatExceptionOfType(PayloadConversionException.class).isThrownBy(
				() -> snake.read("{\"first_card\":{\"amount\":\"x\"}}".getBytes(StandardCharsets.UTF_8), Holder.class))
			.withMessageContaining(" at [\"first_card\"][\"amount\"]");
	}

	@Test
	void nullIsNoPayload() {
		assertThatExceptionOfType(PayloadConversionException.class)
			.isThrownBy(() -> this.jackson.read("null".getBytes(StandardCharsets.UTF_8), Order.class))
			.withMessageEndingWith(": the value is null");
	}

	@Test
	void unwritablePayloadIsNotQuoted() {
		assertThatExceptionOfType(PayloadConversionException.class)
			.isThrownBy(() -> this.jackson.write(new Broken("secret")))
			.withMessageContaining(Broken.class.getName())
			.withMessageContaining("IllegalStateException")
			.withMessageNotContaining("secret")
			.withNoCause();
	}

	@Test
	void withoutJacksonOtherTypesSayWhatToDo() {
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
