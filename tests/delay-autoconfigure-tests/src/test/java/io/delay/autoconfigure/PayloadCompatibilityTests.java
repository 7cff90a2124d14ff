// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.delay.converter.PayloadConversionException;
import io.delay.converter.PayloadConverter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests which changes of a payload class let jobs be read that were submitted before,
 * with the mapper that Spring Boot configures. The page {@code docs/guide/payloads.md}
 * promises this.
 */
class PayloadCompatibilityTests {

	private static final boolean BOOT_4 = BootAutoConfigurations.areOfBoot4();

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(BootAutoConfigurations.jackson()))
		.withUserConfiguration(PayloadConverterConfiguration.class);

	@Test
	void removedFieldIsIgnored() {
		assertThat(changed(new Order("7", 2, "tea"), Item.class)).isEqualTo(new Item("7"));
	}

	@Test
	void addedReferenceFieldIsNull() {
		assertThat(changed(new Item("7"), Noted.class)).isEqualTo(new Noted("7", null));
	}

	@Test
	void addedFieldTakesTheDefaultOfTheConstructor() {
		assertThat(changed(new Item("7"), Defaulted.class)).isEqualTo(new Defaulted("7", "web"));
	}

	@Test
	void addedPrimitiveComponentOfRecordCannotBeReadOnSpringBootFourAndIsZeroOnThree() {
		if (BOOT_4) {
			assertUnreadable(new Item("7"), Counted.class);
		}
		else {
			assertThat(changed(new Item("7"), Counted.class)).isEqualTo(new Counted("7", 0));
		}
	}

	@Test
	void addedPrimitiveComponentOfRecordIsZeroWithJacksonTwoDefaults() {
		this.runner.withPropertyValues("spring.jackson.use-jackson2-defaults=true")
			.run((context) -> assertThat(changed(context.getBean(PayloadConverter.class), new Item("7"), Counted.class))
				.isEqualTo(new Counted("7", 0)));
	}

	@Test
	void addedPrimitiveComponentOfRecordIsZeroWhereThatIsAllowed() {
		this.runner.withPropertyValues("spring.jackson.deserialization.fail-on-null-for-primitives=false")
			.run((context) -> assertThat(changed(context.getBean(PayloadConverter.class), new Item("7"), Counted.class))
				.isEqualTo(new Counted("7", 0)));
	}

	@Test
	void addedPrimitiveFieldOfBeanKeepsItsInitialValue() {
		assertThat(changed(new Item("7"), CountedBean.class).count).isEqualTo(1);
	}

	@Test
	void renamedFieldIsNullWithoutAnAlias() {
		assertThat(changed(new Item("7"), Renamed.class)).isEqualTo(new Renamed(null));
	}

	@Test
	void renamedFieldIsReadThroughAnAlias() {
		assertThat(changed(new Item("7"), Aliased.class)).isEqualTo(new Aliased("7"));
	}

	@Test
	void recordAndBeanReadEachOther() {
		CountedBean bean = new CountedBean();
		bean.id = "7";
		assertThat(changed(bean, Counted.class)).isEqualTo(new Counted("7", 1));
		assertThat(changed(new Counted("7", 3), CountedBean.class).count).isEqualTo(3);
	}

	@Test
	void classMayMoveSinceItsNameIsNotInThePayload() {
		assertThat(write(new Item("7"))).isEqualTo("{\"id\":\"7\"}");
	}

	@Test
	void integersMayGrow() {
		assertThat(changed(new Counted("7", 3), CountedLong.class)).isEqualTo(new CountedLong("7", 3L));
	}

	@Test
	void longThatDoesNotFitCannotBeReadAsInteger() {
		assertUnreadable(new CountedLong("7", 1L << 40), Counted.class);
	}

	@Test
	void numberIsReadAsTextAndBack() {
		assertThat(changed(new Counted("7", 3), CountedText.class)).isEqualTo(new CountedText("7", "3"));
		assertThat(changed(new CountedText("7", "3"), Counted.class)).isEqualTo(new Counted("7", 3));
	}

	@Test
	void singleValueCannotBeReadAsList() {
		assertUnreadable(new Item("7"), Items.class);
	}

	@Test
	void instantIsText() {
		assertThat(write(new Timed(Instant.parse("2026-01-31T12:00:00Z"))))
			.isEqualTo("{\"at\":\"2026-01-31T12:00:00Z\"}");
	}

	@Test
	void textPayloadCannotBeReadAsObject() {
		assertUnreadable("7", Item.class);
	}

	@Test
	void objectPayloadIsReadAsText() {
		assertThat(changed(Carrier.TRUCK, String.class)).isEqualTo("TRUCK");
		assertThat(changed(LocalDate.of(2026, 1, 31), String.class)).isEqualTo("2026-01-31");
		assertThat(changed(new Item("7"), String.class)).isEqualTo("{\"id\":\"7\"}");
	}

	@Test
	void removedEnumConstantCannotBeRead() {
		assertUnreadable(new Shipped(Carrier.OWL), ShippedLater.class);
	}

	@Test
	void renamedEnumConstantIsReadThroughAnAlias() {
		assertThat(changed(new Shipped(Carrier.TRUCK), ShippedLater.class))
			.isEqualTo(new ShippedLater(LaterCarrier.LORRY));
	}

	@Test
	void unknownEnumConstantIsTheDefaultWhereThatIsEnabled() {
		String group = BootAutoConfigurations.areOfBoot4() ? "datatype.enum" : "deserialization";
		this.runner.withPropertyValues("spring.jackson." + group + ".read-unknown-enum-values-using-default-value=true")
			.run((context) -> assertThat(
					changed(context.getBean(PayloadConverter.class), new Shipped(Carrier.OWL), ShippedLater.class))
				.isEqualTo(new ShippedLater(LaterCarrier.OTHER)));
	}

	@Test
	void enumIsWrittenByItsToStringOnSpringBootFourAndByItsNameOnThree() {
		assertThat(write(new Spoken(Speech.LOUD)))
			.isEqualTo(BOOT_4 ? "{\"speech\":\"shouting\"}" : "{\"speech\":\"LOUD\"}");
	}

	@Test
	void enumWithAPropertyNameKeepsItWhateverItsToString() {
		assertThat(write(new SpokenByName(NamedSpeech.LOUD))).isEqualTo("{\"speech\":\"LOUD\"}");
	}

	@Test
	void subtypeIsFoundByItsName() {
		Event event = new Placed("7");
		assertThat(write(event)).isEqualTo("{\"kind\":\"placed\",\"id\":\"7\"}");
		assertThat(changed(event, MovedEvent.class)).isEqualTo(new MovedPlaced("7"));
	}

	@Test
	void subtypeWhoseNameIsUnknownCannotBeRead() {
		assertUnreadable(new Dropped("7"), MovedEvent.class);
	}

	@Test
	void subtypeThatIsFoundByItsClassCannotMove() {
		assertThat(write(new ByClassOne("7"))).contains(ByClassOne.class.getName());
		assertUnreadable("{\"@class\":\"io.delay.autoconfigure.Gone\",\"id\":\"7\"}", ByClass.class);
	}

	private String write(Object payload) {
		String[] text = new String[1];
		this.runner.run((context) -> text[0] = new String(context.getBean(PayloadConverter.class).write(payload)));
		return text[0];
	}

	private <T> T changed(Object before, Class<T> after) {
		Object[] value = new Object[1];
		this.runner.run((context) -> value[0] = changed(context.getBean(PayloadConverter.class), before, after));
		return after.cast(value[0]);
	}

	private static Object changed(PayloadConverter converter, Object before, Class<?> after) {
		return converter.read(converter.write(before), after);
	}

	private void assertUnreadable(Object before, Class<?> after) {
		this.runner.run((context) -> assertThatExceptionOfType(PayloadConversionException.class)
			.isThrownBy(() -> changed(context.getBean(PayloadConverter.class), before, after)));
	}

	record Order(String id, int count, String item) {
	}

	record Item(String id) {
	}

	record Noted(String id, String note) {
	}

	record Defaulted(String id, String channel) {

		Defaulted {
			channel = (channel != null) ? channel : "web";
		}

	}

	record Counted(String id, int count) {
	}

	record CountedLong(String id, long count) {
	}

	record CountedText(String id, String count) {
	}

	static class CountedBean {

		public String id;

		public int count = 1;

	}

	record Renamed(String orderId) {
	}

	record Aliased(@JsonAlias("id") String orderId) {
	}

	record Items(List<String> id) {
	}

	record Timed(Instant at) {
	}

	enum Carrier {

		TRUCK, OWL

	}

	record Shipped(Carrier carrier) {
	}

	enum LaterCarrier {

		@JsonAlias("TRUCK")
		LORRY,

		@JsonEnumDefaultValue
		OTHER

	}

	record ShippedLater(LaterCarrier carrier) {
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

	enum NamedSpeech {

		@JsonProperty("LOUD")
		LOUD;

		@Override
		public String toString() {
			return "shouting";
		}

	}

	record SpokenByName(NamedSpeech speech) {
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

	@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
	@JsonSubTypes(@JsonSubTypes.Type(value = MovedPlaced.class, name = "placed"))
	sealed interface MovedEvent {

	}

	record MovedPlaced(@JsonProperty("id") String order) implements MovedEvent {
	}

	@JsonTypeInfo(use = JsonTypeInfo.Id.CLASS)
	interface ByClass {

	}

	record ByClassOne(String id) implements ByClass {
	}

}
