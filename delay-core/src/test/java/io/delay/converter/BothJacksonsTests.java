// SPDX-License-Identifier: Apache-2.0

package io.delay.converter;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.Month;
import java.time.Year;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.cfg.PackageVersion;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests that the converters with mappers of their own exchange payloads, whichever
 * Jackson they use.
 */
@Tag("versions")
class BothJacksonsTests {

	private final PayloadConverter two = new Jackson2PayloadConverter();

	private final PayloadConverter three = new JacksonPayloadConverter();

	@ParameterizedTest
	@MethodSource("payloads")
	void payloadIsWrittenAndReadTheSame(Object payload) {
		byte[] bytes = this.three.write(payload);
		assertThat(new String(this.two.write(payload), StandardCharsets.UTF_8))
			.isEqualTo(new String(bytes, StandardCharsets.UTF_8));
		assertThat(this.two.read(bytes, payload.getClass())).usingRecursiveComparison().isEqualTo(payload);
		assertThat(this.three.read(bytes, payload.getClass())).usingRecursiveComparison().isEqualTo(payload);
	}

	static Stream<Object> payloads() {
		return Stream.of(new Order("7", 2, null, List.of("z", "a"), Map.of("a", 1)),
				new Times(Instant.parse("2026-01-31T12:00:00.5Z"), LocalDate.of(2026, 1, 31), Duration.ofMillis(1500),
						DayOfWeek.MONDAY),
				new Values(new BigDecimal("1.10"), 1e-7, new byte[] { 0, -1 }, new UUID(1, 2), Optional.of("x")),
				new Texts("a/b", "größe", "\uD83D\uDE00", "\u0001\""), new Spoken(Speech.LOUD, Map.of(Speech.LOUD, 1)),
				new Placed("7"), new Fields(), new Empty(), Speech.LOUD, Ordinal.B, 5, new BigDecimal("1E+3"));
	}

	@ParameterizedTest
	@MethodSource("differences")
	void payloadIsWrittenDifferentlyButReadTheSame(Object payload) {
		assertThat(this.two.write(payload)).isNotEqualTo(this.three.write(payload));
		for (PayloadConverter writer : List.of(this.two, this.three)) {
			for (PayloadConverter reader : List.of(this.two, this.three)) {
				assertThat(reader.read(writer.write(payload), payload.getClass())).isEqualTo(payload);
			}
		}
	}

	static Stream<Object> differences() {
		Stream<Object> months = Stream.of(new InMonths(List.of(Month.JANUARY, Month.DECEMBER), Map.of("a", Month.MAY)));
		// The Jackson of Spring Boot 3.4 reads the months in a list differently
		boolean inLists = PackageVersion.VERSION.getMinorVersion() >= 19;
		return Stream.concat(Stream.of(new InYear(Year.of(2026)), new OnDate(new Date(0)), new In(Locale.GERMANY),
				new InMonth(Month.MAY)), inLists ? months : Stream.empty());
	}

	@Test
	void annotationsOfDatabindWorkOnlyForTheirOwnJackson() {
		assertThat(text(this.two, new NamedForTwo("7"))).isEqualTo("{\"order_id\":\"7\"}");
		assertThat(text(this.three, new NamedForTwo("7"))).isEqualTo("{\"orderId\":\"7\"}");
		assertThat(this.three.read(this.two.write(new NamedForTwo("7")), NamedForTwo.class))
			.isEqualTo(new NamedForTwo(null));
		assertThat(text(this.two, new NamedForBoth("7"))).isEqualTo(text(this.three, new NamedForBoth("7")))
			.isEqualTo("{\"order_id\":\"7\"}");
	}

	private static String text(PayloadConverter converter, Object payload) {
		return new String(converter.write(payload), StandardCharsets.UTF_8);
	}

	@Test
	void bothJacksonsRejectTheSamePayloads() {
		for (String json : List.of("{}", "{\"count\":null}", "{\"count\":1} 2", "{\"count\":\"x\"}", "null", "")) {
			for (PayloadConverter converter : List.of(this.two, this.three)) {
				assertThatExceptionOfType(PayloadConversionException.class).as(json)
					.isThrownBy(() -> converter.read(json.getBytes(StandardCharsets.UTF_8), Counted.class));
			}
		}
	}

	@Test
	void bothJacksonsIgnoreUnknownFields() {
		byte[] json = "{\"later\":[{}],\"count\":3}".getBytes(StandardCharsets.UTF_8);
		assertThat(this.two.read(json, Counted.class)).isEqualTo(this.three.read(json, Counted.class))
			.isEqualTo(new Counted(3));
	}

	record Order(String zulu, int count, String none, List<String> alpha, Map<String, Integer> map) {
	}

	record Times(Instant instant, LocalDate date, Duration duration, DayOfWeek day) {
	}

	record Values(BigDecimal amount, double small, byte[] bytes, UUID uuid, Optional<String> some) {
	}

	record Texts(String slash, String umlaut, String emoji, String control) {
	}

	enum Speech {

		LOUD;

		@Override
		public String toString() {
			return "shouting";
		}

	}

	@JsonFormat(shape = JsonFormat.Shape.NUMBER)
	enum Ordinal {

		A, B

	}

	record Spoken(Speech speech, Map<Speech, Integer> map) {
	}

	@JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
	@JsonSubTypes(@JsonSubTypes.Type(value = Placed.class, name = "placed"))
	interface Event {

	}

	record Placed(String id) implements Event {
	}

	static class Fields {

		public String zulu = "z";

		public String alpha = "a";

	}

	static class Empty {

	}

	@com.fasterxml.jackson.databind.annotation.JsonNaming(com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy.class)
	record NamedForTwo(String orderId) {
	}

	@com.fasterxml.jackson.databind.annotation.JsonNaming(com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy.class)
	@tools.jackson.databind.annotation.JsonNaming(tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy.class)
	record NamedForBoth(String orderId) {
	}

	record Counted(int count) {
	}

	record InYear(Year year) {
	}

	record InMonth(Month month) {
	}

	record InMonths(List<Month> list, Map<String, Month> map) {
	}

	record OnDate(Date date) {
	}

	record In(Locale locale) {
	}

}
