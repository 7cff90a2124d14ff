// SPDX-License-Identifier: Apache-2.0

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
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
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

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeFeature;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.ParameterizedTypeReference;

import io.delay.autoconfigure.PayloadClasses.Account;
import io.delay.autoconfigure.PayloadClasses.Annotated;
import io.delay.autoconfigure.PayloadClasses.Capitals;
import io.delay.autoconfigure.PayloadClasses.Collected;
import io.delay.autoconfigure.PayloadClasses.Fixed;
import io.delay.autoconfigure.PayloadClasses.Hidden;
import io.delay.autoconfigure.PayloadClasses.Owned;
import io.delay.autoconfigure.PayloadClasses.Small;
import io.delay.converter.PayloadConversionException;
import io.delay.converter.PayloadConverter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests which payloads an application on Spring Boot 3 and one on Spring Boot 4 can
 * exchange, with the mapper that Spring Boot configures. The same tests run on both
 * lines, so the expected bytes are what the other line writes and reads. The page
 * {@code docs/guide/payloads.md} lists the differences.
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
				Arguments.of(
						new Moments(MonthDay.of(1, 31), OffsetTime.parse("12:00:00+02:00"), ZoneOffset.ofHours(2),
								Duration.ofDays(-400).plusNanos(7)),
						"{'day':'--01-31','time':'12:00+02:00','offset':'+02:00','duration':'PT-9599H-59M-59.999999993S'}"),
				Arguments.of(
						new Keys(Map.of(LocalDate.of(2026, 1, 31), 1), Map.of(Instant.ofEpochSecond(5), 2),
								Map.of(Year.of(2026), 3), Map.of(Named.FIRST, 4), Map.of(new UUID(1, 2), 5)),
						"{'byDate':{'2026-01-31':1},'byInstant':{'1970-01-01T00:00:05Z':2},'byYear':{'2026':3},"
								+ "'byEnum':{'one':4},'byUuid':{'00000000-0000-0001-0000-000000000002':5}}"),
				Arguments.of(new Coded(Code.B, Ordinal.B, Plain.SECOND), "{'code':9,'ordinal':1,'number':1}"),
				Arguments.of(
						new Formatted(LocalDate.of(2026, 1, 31), LocalDateTime.of(2026, 1, 31, 12, 0),
								Instant.ofEpochSecond(5, 7), 5),
						"{'date':'31.01.2026','time':'2026-01-31 12:00','stamp':5.000000007,'text':'5'}"),
				Arguments.of(new Doubles(1e22, 1e-7, Double.MIN_VALUE, -0.0, Float.MAX_VALUE),
						"{'large':1.0E22,'small':1.0E-7,'least':4.9E-324,'zero':-0.0,'real':3.4028235E38}"),
				Arguments.of(new Limited("7", null, Optional.empty()), "{'id':'7'}"),
				Arguments.of(new Account("7", LocalDate.of(2026, 1, 31)), "{'owner':'7','opened':'2026-01-31'}"),
				Arguments.of(new Letters("a", "b", "c"), "{'URL':'a','aName':'b','xAxis':'c'}"),
				Arguments.of(new Optionals(Optional.of("x"), Optional.empty(), OptionalInt.of(3)),
						"{'some':'x','none':null,'number':3}"),
				Arguments.of(new Texts("a/b", "größe", "\u0001\n", "<&>"),
						"{'slash':'a/b','umlaut':'größe','control':'\\u0001\\n','html':'<&>'}"),
				Arguments.of(new Events(new Placed("7"), List.of(new Placed("8"), new Dropped("9"))),
						"{'first':{'kind':'placed','id':'7'},'all':[{'kind':'placed','id':'8'},{'kind':'dropped','id':'9'}]}"),
				Arguments.of(new Bean("a", "z"), "{'alpha':'a','zulu':'z'}"), Arguments.of(Plain.FIRST, "'FIRST' \t"),
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
					Arguments.of(new OnDates(Map.of(new Date(0), 1)), "{'dates':{'1970-01-01T00:00:00.000+00:00':1}}",
							"{'dates':{'1970-01-01T00:00:00.000Z':1}}"),
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
	void keysOfEnumWithToStringAreReadOnlyByTheLineThatWroteThem() {
		String json = write(byDefault, new SpokenKeys(Map.of(Speech.LOUD, 1)));
		assertThat(json).isEqualTo(json(BOOT_4 ? "{'map':{'shouting':1}}" : "{'map':{'LOUD':1}}"));
		String foreign = json(BOOT_4 ? "{'map':{'LOUD':1}}" : "{'map':{'shouting':1}}");
		assertThatExceptionOfType(PayloadConversionException.class)
			.isThrownBy(() -> read(byDefault, foreign, SpokenKeys.class));
	}

	// Only Spring Boot 4 takes the subtypes of a sealed interface without annotations
	@Test
	void sealedInterfaceWithoutListOfSubtypesIsReadOnlyBySpringBootFour() {
		String json = json("{'@type':'circle','radius':1}");
		assertThat(write(byDefault, new Circle(1))).isEqualTo(json);
		if (BOOT_4) {
			assertThat(read(byDefault, json, Shape.class)).isEqualTo(new Circle(1));
		}
		else {
			assertThatExceptionOfType(PayloadConversionException.class)
				.isThrownBy(() -> read(byDefault, json, Shape.class));
		}
	}

	@Test
	void languageWithScriptIsReadOnlyByTheLineThatWroteIt() {
		In simplified = new In(Locale.forLanguageTag("zh-Hans-CN"));
		assertThat(write(byDefault, simplified))
			.isEqualTo(json(BOOT_4 ? "{'locale':'zh-Hans-CN'}" : "{'locale':'zh_CN_#Hans'}"));
		assertThat(read(byDefault, write(byDefault, simplified), In.class)).isEqualTo(simplified);
		assertThat(read(byDefault, json(BOOT_4 ? "{'locale':'zh_CN_#Hans'}" : "{'locale':'zh-Hans-CN'}"), In.class))
			.isNotEqualTo(simplified);
	}

	// The name after "get" is not that of the field
	@Test
	void severalCapitalLettersHaveAnotherNameOnEachLine() {
		Capitals capitals = new Capitals();
		capitals.setURL("u");
		capitals.setXAxis("x");
		String onBoot3 = json("{'url':'u','xaxis':'x'}");
		String onBoot4 = json("{'URL':'u','xAxis':'x'}");
		assertThat(write(byDefault, capitals)).isEqualTo(BOOT_4 ? onBoot4 : onBoot3);
		assertThat(read(byDefault, BOOT_4 ? onBoot4 : onBoot3, Capitals.class)).usingRecursiveComparison()
			.isEqualTo(capitals);
		assertThat(read(byDefault, BOOT_4 ? onBoot3 : onBoot4, Capitals.class)).usingRecursiveComparison()
			.isEqualTo(new Capitals());
	}

	@Test
	void smallLetterAfterGetIsNoPropertyOnSpringBootFour() {
		Small small = new Small();
		small.setaName("n");
		assertThat(write(byDefault, small)).isEqualTo(json(BOOT_4 ? "{}" : "{'aName':'n'}"));
		assertThat(read(byDefault, json("{'aName':'n'}"), Small.class)).usingRecursiveComparison()
			.isEqualTo(BOOT_4 ? new Small() : small);
	}

	@Test
	void namedPropertiesAreExchangedWhateverTheirLetters() {
		Annotated annotated = new Annotated();
		annotated.setURL("u");
		annotated.setaName("n");
		annotated.getItems().add("i");
		String json = json("{'aName':'n','items':['i'],'url':'u'}");
		assertThat(read(byDefault, json, Annotated.class)).usingRecursiveComparison().isEqualTo(annotated);
		assertThat(read(byDefault, write(byDefault, annotated), Annotated.class)).usingRecursiveComparison()
			.isEqualTo(annotated);
	}

	@ParameterizedTest
	@MethodSource("finalFields")
	void finalFieldIsSetOnlyBySpringBootThreeAndWithDefaultsOfJackson2(Object payload, Object unset, String json) {
		assertThat(write(byDefault, payload)).isEqualTo(json(json));
		assertThat(read(byDefault, json(json), payload.getClass())).usingRecursiveComparison()
			.isEqualTo(BOOT_4 ? unset : payload);
		assertThat(read(withDefaultsOfJackson2, json(json), payload.getClass())).usingRecursiveComparison()
			.isEqualTo(payload);
	}

	static Stream<Arguments> finalFields() {
		return Stream.of(Arguments.of(Fixed.with("7"), new Fixed(), "{'id':'7'}"),
				Arguments.of(Collected.with(List.of("i")), new Collected(), "{'items':['i']}"));
	}

	@Test
	void constructorThatIsNotPublicIsUsedOnlyBySpringBootThree() {
		String json = json("{'id':'7','total':1}");
		Hidden hidden = new Hidden("7", 1);
		assertThat(write(byDefault, hidden)).isEqualTo(json);
		for (PayloadConverter converter : List.of(byDefault, withDefaultsOfJackson2)) {
			if (BOOT_4) {
				assertThatExceptionOfType(PayloadConversionException.class)
					.isThrownBy(() -> read(converter, json, Hidden.class));
			}
			else {
				assertThat(read(converter, json, Hidden.class)).usingRecursiveComparison().isEqualTo(hidden);
			}
		}
	}

	// The defaults of Jackson 2 ignore the names of parameters
	@Test
	void constructorWithoutAnnotationsIsNotUsedBySpringBootFourWithDefaultsOfJackson2() {
		String json = json("{'owner':'7','count':1}");
		assertThat(read(byDefault, json, Owned.class)).usingRecursiveComparison().isEqualTo(new Owned("7", 1));
		if (BOOT_4) {
			assertThatExceptionOfType(PayloadConversionException.class)
				.isThrownBy(() -> read(withDefaultsOfJackson2, json, Owned.class));
		}
		else {
			assertThat(read(withDefaultsOfJackson2, json, Owned.class)).usingRecursiveComparison()
				.isEqualTo(new Owned("7", 1));
		}
	}

	@Test
	void listOfSubtypesAsPayloadIsReadByNeitherLine() {
		Type list = new ParameterizedTypeReference<List<Event>>() {
		}.getType();
		String json = write(byDefault, List.of(new Placed("7")));
		assertThat(json).isEqualTo(json("[{'id':'7'}]"));
		assertThatExceptionOfType(PayloadConversionException.class).isThrownBy(() -> read(byDefault, json, list));
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
	// and writes numbers, which Spring Boot 3 reads as the next month.
	@Test
	void monthIsReadAsTheNextMonthBySpringBootThree() {
		String json = json(BOOT_4 ? "{'month':5}" : "{'month':'MAY'}");
		assertThat(write(byDefault, new InMonth(Month.MAY))).isEqualTo(json);
		assertThat(read(byDefault, json("{'month':'MAY'}"), InMonth.class)).isEqualTo(new InMonth(Month.MAY));
		assertThat(read(byDefault, json("{'month':5}"), InMonth.class))
			.isEqualTo(new InMonth(BOOT_4 ? Month.MAY : Month.JUNE));
	}

	@Test
	void monthIsReadFromListsAndMapsAsFromFields() {
		Months months = new Months(List.of(Month.JANUARY), Map.of("a", Month.MAY));
		assertThat(write(byDefault, months))
			.isEqualTo(json(BOOT_4 ? "{'list':[1],'map':{'a':5}}" : "{'list':['JANUARY'],'map':{'a':'MAY'}}"));
		assertThat(read(byDefault, json("{'list':['JANUARY'],'map':{'a':'MAY'}}"), Months.class)).isEqualTo(months);
		assertThat(read(byDefault, json("{'list':[1],'map':{'a':5}}"), Months.class))
			.isEqualTo(BOOT_4 ? months : new Months(List.of(Month.FEBRUARY), Map.of("a", Month.JUNE)));
	}

	@Test
	void decemberCannotBeReadBySpringBootThree() {
		if (BOOT_4) {
			assertThat(read(byDefault, json("{'month':12}"), InMonth.class)).isEqualTo(new InMonth(Month.DECEMBER));
		}
		else {
			assertThatExceptionOfType(PayloadConversionException.class)
				.isThrownBy(() -> read(byDefault, json("{'month':12}"), InMonth.class));
		}
	}

	// Spring Boot 4 ignores this module of Jackson 2
	@Test
	void monthIsExchangedWithModuleThatCountsMonthsFromOne() {
		new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(BootAutoConfigurations.jackson()))
			.withUserConfiguration(PayloadConverterConfiguration.class)
			.withBean(JavaTimeModule.class, () -> new JavaTimeModule().enable(JavaTimeFeature.ONE_BASED_MONTHS))
			.run((context) -> {
				PayloadConverter converter = context.getBean(PayloadConverter.class);
				assertThat(write(converter, new InMonth(Month.MAY)))
					.isEqualTo(json(BOOT_4 ? "{'month':5}" : "{'month':'MAY'}"));
				for (String json : List.of("{'month':'MAY'}", "{'month':5}")) {
					assertThat(read(converter, json(json), InMonth.class)).isEqualTo(new InMonth(Month.MAY));
				}
			});
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

	record Months(List<Month> list, Map<String, Month> map) {
	}

	record Moments(MonthDay day, OffsetTime time, ZoneOffset offset, Duration duration) {
	}

	record Keys(Map<LocalDate, Integer> byDate, Map<Instant, Integer> byInstant, Map<Year, Integer> byYear,
			Map<Named, Integer> byEnum, Map<UUID, Integer> byUuid) {
	}

	enum Code {

		A(7), B(9);

		private final int number;

		Code(int number) {
			this.number = number;
		}

		@JsonValue
		int number() {
			return this.number;
		}

	}

	@JsonFormat(shape = JsonFormat.Shape.NUMBER)
	enum Ordinal {

		A, B

	}

	record Coded(Code code, Ordinal ordinal, @JsonFormat(shape = JsonFormat.Shape.NUMBER) Plain number) {
	}

	record Formatted(@JsonFormat(pattern = "dd.MM.yyyy") LocalDate date,
			@JsonFormat(pattern = "yyyy-MM-dd HH:mm") LocalDateTime time,
			@JsonFormat(shape = JsonFormat.Shape.NUMBER) Instant stamp,
			@JsonFormat(shape = JsonFormat.Shape.STRING) int text) {
	}

	record Doubles(double large, double small, double least, double zero, float real) {
	}

	@JsonInclude(JsonInclude.Include.NON_NULL)
	record Limited(String id, String none, @JsonIgnore Optional<String> ignored) {
		Limited {
			ignored = Optional.empty();
		}
	}

	record Letters(String URL, String aName, String xAxis) {
	}

	record SpokenKeys(Map<Speech, Integer> map) {
	}

	record OnDates(Map<Date, Integer> dates) {
	}

	@JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
	sealed interface Shape {

	}

	@JsonTypeName("circle")
	record Circle(int radius) implements Shape {
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
