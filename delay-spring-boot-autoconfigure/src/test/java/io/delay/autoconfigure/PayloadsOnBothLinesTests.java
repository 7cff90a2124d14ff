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

package io.delay.autoconfigure;

import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Currency;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.stream.Stream;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.ParameterizedTypeReference;

import io.delay.converter.PayloadConversionException;
import io.delay.converter.PayloadConverter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests which payloads an application on Spring Boot 3 and one on Spring Boot 4 can
 * exchange, with the mapper that Spring Boot configures. The same tests run on both
 * lines, so the expected bytes are what the other line writes and reads. The page
 * {@code docs/payloads.md} lists the differences.
 */
class PayloadsOnBothLinesTests {

	private static final boolean BOOT_4 = BootAutoConfigurations.areOfBoot4();

	private static PayloadConverter byDefault;

	private static PayloadConverter withDefaultsOfJackson2;

	@BeforeAll
	static void start() {
		ApplicationContextRunner runner = new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(BootAutoConfigurations.jackson()))
			.withUserConfiguration(PayloadConverterConfiguration.class);
		runner.run((context) -> byDefault = context.getBean(PayloadConverter.class));
		// Spring Boot 3 ignores the property
		runner.withPropertyValues("spring.jackson.use-jackson2-defaults=true")
			.run((context) -> withDefaultsOfJackson2 = context.getBean(PayloadConverter.class));
	}

	@ParameterizedTest
	@MethodSource("payloads")
	void payloadIsWrittenAndReadTheSame(Object payload, String json) {
		assertThat(write(byDefault, payload)).isEqualTo(json);
		assertThat(read(byDefault, json, payload.getClass())).usingRecursiveComparison().isEqualTo(payload);
		assertThat(write(withDefaultsOfJackson2, payload)).isEqualTo(json);
	}

	static Stream<Arguments> payloads() {
		return Stream.of(Arguments.of(new Order("7", 2, 1L << 60, true, 1.5, 0.1f, 'x'),
				"{'id':'7','items':2,'total':1152921504606846976,'paid':true,'weight':1.5,'height':0.1,'kind':'x'}"),
				Arguments.of(
						new Nested(new Item("z", null), List.of(), Map.of("key", new Item("a", "b"))),
						"{'item':{'zulu':'z','alpha':null},'list':[],'map':{'key':{'zulu':'a','alpha':'b'}}}"),
				Arguments.of(new Times(Instant.parse("2026-01-31T12:00:00.123456789Z"), LocalDate.of(2026, 1, 31),
						LocalTime.of(12, 0), LocalDateTime.of(2026, 1, 31, 12, 0, 1), Duration.ofMillis(90_500),
						Period.ofDays(3)),
						"{'instant':'2026-01-31T12:00:00.123456789Z','date':'2026-01-31','time':'12:00:00',"
								+ "'dateTime':'2026-01-31T12:00:01','duration':'PT1M30.5S','period':'P3D'}"),
				Arguments.of(new Calendars(YearMonth.of(2026, 1), ZoneId.of("Europe/Berlin"), DayOfWeek.MONDAY),
						"{'month':'2026-01','zone':'Europe/Berlin','day':'MONDAY'}"),
				Arguments.of(new Enums(Plain.SECOND, Named.FIRST, Map.of(Plain.FIRST, 1), Map.of(Month.MAY, 2)),
						"{'plain':'SECOND','named':'one','byPlain':{'FIRST':1},'byMonth':{'MAY':2}}"),
				Arguments.of(
						new Numbers(new BigDecimal("1.10"), new BigDecimal("1E+3"), new BigDecimal("1E-7"),
								new BigInteger("123456789012345678901234567890")),
						"{'amount':1.10,'large':1E+3,'small':1E-7,'integer':123456789012345678901234567890}"),
				Arguments.of(
						new Others(new byte[] { 0, -1, 5 }, new int[] { 1, 2 }, new UUID(1, 2),
								Currency.getInstance("EUR")),
						"{'bytes':'AP8F','ints':[1,2],'uuid':'00000000-0000-0001-0000-000000000002','currency':'EUR'}"),
				Arguments.of(new Optionals(Optional.of("x"), Optional.empty(), OptionalInt.of(3)),
						"{'some':'x','none':null,'number':3}"),
				Arguments.of(new Texts("a/b", "größe", "\u0001\n", "<&>"),
						"{'slash':'a/b','umlaut':'größe','control':'\\u0001\\n','html':'<&>'}"),
				Arguments.of(new Events(new Placed("7"), List.of(new Placed("8"), new Dropped("9"))),
						"{'first':{'kind':'placed','id':'7'},'all':[{'kind':'placed','id':'8'},{'kind':'dropped','id':'9'}]}"),
				Arguments.of(new Bean("a", "z"), "{'alpha':'a','zulu':'z'}"), Arguments.of(Plain.FIRST, "'FIRST'"),
				Arguments.of(5, "5"), Arguments.of(new BigDecimal("1.10"), "1.10"))
			.map((arguments) -> Arguments.of(arguments.get()[0], json((String) arguments.get()[1])));
	}

	// Single quotes are easier to read here
	private static String json(String text) {
		return text.replace('\'', '"');
	}

	@Test
	void genericTypesAreWrittenAndReadTheSame() {
		Type list = new ParameterizedTypeReference<List<Page<Item>>>() {
		}.getType();
		List<Page<Item>> pages = List.of(new Page<>(new Item("z", "a"), List.of(new Item("y", "b"))));
		String json = json("[{'value':{'zulu':'z','alpha':'a'},'values':[{'zulu':'y','alpha':'b'}]}]");
		assertThat(write(byDefault, pages)).isEqualTo(json);
		assertThat(read(byDefault, json, list)).isEqualTo(pages);
	}

	@Test
	void unknownFieldsAreIgnored() {
		assertThat(read(byDefault, json("{'zulu':'z','later':{'a':[1]},'alpha':'a'}"), Item.class))
			.isEqualTo(new Item("z", "a"));
	}

	@Test
	void missingFieldsAreNull() {
		assertThat(read(byDefault, "{}", Item.class)).isEqualTo(new Item(null, null));
	}

	@Test
	void offsetsAreWrittenAndReadInUtc() {
		Zoned zoned = new Zoned(OffsetDateTime.parse("2026-01-31T12:00:00+02:00"),
				ZonedDateTime.parse("2026-01-31T12:00:00+01:00[Europe/Berlin]"));
		String json = json("{'offset':'2026-01-31T12:00:00+02:00','zoned':'2026-01-31T12:00:00+01:00'}");
		assertThat(write(byDefault, zoned)).isEqualTo(json);
		assertThat(read(byDefault, json, Zoned.class)).isEqualTo(
				new Zoned(OffsetDateTime.parse("2026-01-31T10:00:00Z"), ZonedDateTime.parse("2026-01-31T11:00:00Z")));
	}

	@ParameterizedTest
	@MethodSource("differences")
	void payloadIsWrittenDifferentlyButReadTheSame(Object payload, String onBoot3, String onBoot4) {
		assertThat(write(byDefault, payload)).isEqualTo(BOOT_4 ? onBoot4 : onBoot3);
		for (String json : List.of(onBoot3, onBoot4)) {
			assertThat(read(byDefault, json, payload.getClass())).usingRecursiveComparison().isEqualTo(payload);
			assertThat(read(withDefaultsOfJackson2, json, payload.getClass())).usingRecursiveComparison()
				.isEqualTo(payload);
		}
	}

	static Stream<Arguments> differences() {
		return Stream
			.of(Arguments.of(new InYear(Year.of(2026)), "{'year':'2026'}", "{'year':2026}"),
					Arguments.of(new OnDate(new Date(0)), "{'date':'1970-01-01T00:00:00.000+00:00'}",
							"{'date':'1970-01-01T00:00:00.000Z'}"),
					Arguments.of(new In(Locale.GERMANY), "{'locale':'de_DE'}", "{'locale':'de-DE'}"),
					Arguments.of(new Texts("\uD83D\uDE00", null, null, null),
							"{'slash':'\\uD83D\\uDE00','umlaut':null,'control':null,'html':null}",
							"{'slash':'\uD83D\uDE00','umlaut':null,'control':null,'html':null}"),
					Arguments.of(new Fields(), "{'zulu':'z','alpha':'a'}", "{'alpha':'a','zulu':'z'}"))
			.map((arguments) -> Arguments.of(arguments.get()[0], json((String) arguments.get()[1]),
					json((String) arguments.get()[2])));
	}

	@Test
	void enumWithToStringIsReadOnlyByTheLineThatWroteIt() {
		String json = write(byDefault, new Spoken(Speech.LOUD));
		assertThat(json).isEqualTo(json(BOOT_4 ? "{'speech':'shouting'}" : "{'speech':'LOUD'}"));
		String foreign = json(BOOT_4 ? "{'speech':'LOUD'}" : "{'speech':'shouting'}");
		assertThatExceptionOfType(PayloadConversionException.class)
			.isThrownBy(() -> read(byDefault, foreign, Spoken.class));
	}

	@Test
	void enumWithToStringIsExchangedWithDefaultsOfJackson2() {
		String json = json("{'speech':'LOUD'}");
		assertThat(write(withDefaultsOfJackson2, new Spoken(Speech.LOUD))).isEqualTo(json);
		assertThat(read(withDefaultsOfJackson2, json, Spoken.class)).isEqualTo(new Spoken(Speech.LOUD));
	}

	@Test
	void missingPrimitiveIsZeroOnlyOnSpringBootThreeAndWithDefaultsOfJackson2() {
		if (BOOT_4) {
			assertThatExceptionOfType(PayloadConversionException.class)
				.isThrownBy(() -> read(byDefault, "{}", Counted.class));
		}
		else {
			assertThat(read(byDefault, "{}", Counted.class)).isEqualTo(new Counted(0));
		}
		assertThat(read(withDefaultsOfJackson2, "{}", Counted.class)).isEqualTo(new Counted(0));
	}

	@Test
	void classWithoutPropertiesIsWrittenOnlyBySpringBootFour() {
		if (BOOT_4) {
			assertThat(write(byDefault, new Empty())).isEqualTo("{}");
		}
		else {
			assertThatExceptionOfType(PayloadConversionException.class).isThrownBy(() -> write(byDefault, new Empty()));
		}
		assertThat(read(byDefault, "{}", Empty.class)).isInstanceOf(Empty.class);
	}

	// Spring Boot 3 counts months from 0 and writes names. Spring Boot 4 counts from 1
	// and
	// writes numbers, which Spring Boot 3 reads as the next month.
	@Test
	void monthIsReadAsTheNextMonthBySpringBootThree() {
		String json = json(BOOT_4 ? "{'month':5}" : "{'month':'MAY'}");
		assertThat(write(byDefault, new InMonth(Month.MAY))).isEqualTo(json);
		assertThat(read(byDefault, json("{'month':'MAY'}"), InMonth.class)).isEqualTo(new InMonth(Month.MAY));
		assertThat(read(byDefault, json("{'month':5}"), InMonth.class))
			.isEqualTo(new InMonth(BOOT_4 ? Month.MAY : Month.JUNE));
	}

	@Test
	void monthIsExchangedWithDefaultsOfJackson2() {
		String json = json(BOOT_4 ? "{'month':4}" : "{'month':'MAY'}");
		assertThat(write(withDefaultsOfJackson2, new InMonth(Month.MAY))).isEqualTo(json);
		for (String either : List.of("{'month':'MAY'}", "{'month':4}")) {
			assertThat(read(withDefaultsOfJackson2, json(either), InMonth.class)).isEqualTo(new InMonth(Month.MAY));
		}
	}

	private static String write(PayloadConverter converter, Object payload) {
		return new String(converter.write(payload), StandardCharsets.UTF_8);
	}

	private static Object read(PayloadConverter converter, String json, Type type) {
		return converter.read(json.getBytes(StandardCharsets.UTF_8), type);
	}

	record Order(String id, int items, long total, boolean paid, double weight, float height, char kind) {
	}

	record Item(String zulu, String alpha) {
	}

	record Nested(Item item, List<Item> list, Map<String, Item> map) {
	}

	record Times(Instant instant, LocalDate date, LocalTime time, LocalDateTime dateTime, Duration duration,
			Period period) {
	}

	record Calendars(YearMonth month, ZoneId zone, DayOfWeek day) {
	}

	enum Plain {

		FIRST, SECOND

	}

	enum Named {

		@JsonProperty("one")
		FIRST

	}

	record Enums(Plain plain, Named named, Map<Plain, Integer> byPlain, Map<Month, Integer> byMonth) {
	}

	record Numbers(BigDecimal amount, BigDecimal large, BigDecimal small, BigInteger integer) {
	}

	record Others(byte[] bytes, int[] ints, UUID uuid, Currency currency) {
	}

	record Optionals(Optional<String> some, Optional<String> none, OptionalInt number) {
	}

	record Texts(String slash, String umlaut, String control, String html) {
	}

	@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
	@JsonSubTypes({ @JsonSubTypes.Type(value = Placed.class, name = "placed"),
			@JsonSubTypes.Type(value = Dropped.class, name = "dropped") })
	sealed interface Event {

	}

	record Placed(String id) implements Event {
	}

	record Dropped(String id) implements Event {
	}

	record Events(Event first, List<Event> all) {
	}

	record Page<T>(T value, List<T> values) {
	}

	record Zoned(OffsetDateTime offset, ZonedDateTime zoned) {
	}

	record InYear(Year year) {
	}

	record OnDate(Date date) {
	}

	record In(Locale locale) {
	}

	record InMonth(Month month) {
	}

	record Counted(int count) {
	}

	enum Speech {

		LOUD;

		@Override
		public String toString() {
			return "shouting";
		}

	}

	record Spoken(Speech speech) {
	}

	static class Bean {

		@JsonProperty
		private final String alpha;

		@JsonProperty
		private final String zulu;

		Bean(@JsonProperty("alpha") String alpha, @JsonProperty("zulu") String zulu) {
			this.alpha = alpha;
			this.zulu = zulu;
		}

	}

	static class Empty {

	}

	static class Fields {

		public String zulu = "z";

		public String alpha = "a";

	}

}
