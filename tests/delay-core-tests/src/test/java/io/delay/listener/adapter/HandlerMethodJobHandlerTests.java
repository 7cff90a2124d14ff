// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.adapter;

import java.io.IOException;
import java.io.Serializable;
import java.lang.reflect.Method;
import java.lang.reflect.UndeclaredThrowableException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.NotEmpty;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.core.MethodParameter;
import org.springframework.core.convert.support.DefaultConversionService;
import org.springframework.messaging.Message;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.messaging.handler.annotation.Headers;
import org.springframework.messaging.handler.annotation.Payload;
import org.springframework.messaging.handler.invocation.HandlerMethodArgumentResolverComposite;
import org.springframework.messaging.support.GenericMessage;
import org.springframework.scheduling.annotation.Async;
import org.springframework.validation.Validator;
import org.springframework.validation.beanvalidation.LocalValidatorFactoryBean;
import tools.jackson.databind.json.JsonMapper;

import io.delay.converter.JacksonPayloadConverter;
import io.delay.converter.PayloadWriter;
import io.delay.converter.SimplePayloadConverter;
import io.delay.job.JobPriority;
import io.delay.listener.ContainerFixture;
import io.delay.listener.DelayHeaders;
import io.delay.listener.InvalidListenerException;
import io.delay.listener.JobContext;
import io.delay.listener.UnprocessableJobException;
import io.delay.listener.execute.DefaultJobContext;
import io.delay.listener.execute.LeaseToucher;
import io.delay.listener.lease.HeldLease;
import io.delay.store.JobRecord;
import io.delay.store.Lease;
import io.delay.store.LeaseTerms;
import io.delay.store.ReservedJob;
import io.delay.store.memory.MemoryJobStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class HandlerMethodJobHandlerTests {

	private static final Instant DUE = Instant.parse("2026-01-01T00:00:00Z");

	private static final String ORDER = "{\"id\":\"x\",\"amount\":1}";

	private final Validator validator = validator();

	private final HandlerMethodJobHandlerFactory factory = new HandlerMethodJobHandlerFactory(
			new JacksonPayloadConverter(JsonMapper.builder().build()), this.validator, null);

	private final Listener listener = new Listener();

	private static Validator validator() {
		LocalValidatorFactoryBean validator = new LocalValidatorFactoryBean();
		validator.afterPropertiesSet();
		return validator;
	}

	private Object[] call(String method, String payload) throws Exception {
		handle(this.listener, method(method), payload);
		return this.listener.arguments;
	}

	private void handle(Object bean, Method method, String payload) throws Exception {
		handle(bean, method, job(payload, Map.of("tenant", "7")));
	}

	private void handle(Object bean, Method method, ReservedJob job) throws Exception {
		HeldLease lease = new HeldLease(job.lease(), job.terms(), System.nanoTime());
		JobContext context = new DefaultJobContext(
				ContainerFixture.held(job, lease), new LeaseToucher(new MemoryJobStore(),
						ContainerFixture.noEvents()::leaseLost, ContainerFixture.failures()),
				ContainerFixture.reasons(), PayloadWriter.simple());
		this.factory.create(bean, method).handle(job, context);
	}

	private static ReservedJob job(String payload, Map<String, String> headers) {
		return new ReservedJob(new Lease("orders", "a", "t"), new LeaseTerms(2, 5, Duration.ofMinutes(1), DUE), DUE,
				DUE, new JobRecord(payload.getBytes(StandardCharsets.UTF_8), headers, null, null, JobPriority.NORMAL));
	}

	private static Method method(String name) {
		return Arrays.stream(Listener.class.getDeclaredMethods())
			.filter((method) -> method.getName().equals(name))
			.findFirst()
			.orElseThrow();
	}

	@Test
	void payloadNeedsNoAnnotation() throws Exception {
		assertThat(call("order", "{\"id\":\"x\",\"amount\":1}")).containsExactly(new Order("x", 1));
	}

	@Test
	void payloadContextAndHeadersAreResolved() throws Exception {
		Object[] arguments = call("everything", "{\"id\":\"x\",\"amount\":1}");
		assertThat(arguments[0]).isEqualTo(new Order("x", 1));
		assertThat(((JobContext) arguments[1]).attempt()).isEqualTo(2);
		assertThat(Arrays.copyOfRange(arguments, 2, 7)).containsExactly("a", "orders", 2, DUE, 7);
		assertThat((Map<?, ?>) arguments[7]).extracting("tenant", DelayHeaders.ID).containsExactly("7", "a");
	}

	@ParameterizedTest
	@ValueSource(strings = { "id", "timestamp", "contentType", "nativeHeaders", "replyChannel", "errorChannel" })
	void headerWithANameOfSpringMessagingDoesNotAffectOtherArguments(String name) throws Exception {
		ReservedJob job = job(ORDER, Map.of("tenant", "7", name, "no such value"));
		handle(this.listener, method("everything"), job);
		assertThat(this.listener.arguments[0]).isEqualTo(new Order("x", 1));
		assertThat(((JobContext) this.listener.arguments[1]).headers()).containsEntry(name, "no such value");
		assertThat(this.listener.arguments[6]).isEqualTo(7);
	}

	@Test
	void headerWithANameOfSpringMessagingIsRead() throws Exception {
		handle(this.listener, method("nativeHeaders"), job("x", Map.of("nativeHeaders", "7")));
		assertThat(this.listener.arguments).containsExactly("x", "7", Optional.empty());
	}

	@Test
	void missingOptionalHeaderIsEmpty() throws Exception {
		assertThat(call("optionalHeader", "x")).containsExactly("x", Optional.empty());
	}

	@Test
	void missingHeaderIsTheDefaultArgumentOfAKotlinFunction() throws Exception {
		Method method = Arrays.stream(KotlinListener.class.getDeclaredMethods())
			.filter((candidate) -> candidate.getName().equals("handle"))
			.findFirst()
			.orElseThrow();
		KotlinListener bean = new KotlinListener();
		handle(bean, method, job("x", Map.of()));
		assertThat(bean.arguments).containsExactly("x", "none", null);
		handle(bean, method, job("x", Map.of("tenant", "7", "shop", "8")));
		assertThat(bean.arguments).containsExactly("x", "7", "8");
		handle(bean, method, job("x", Map.of("shop", "8")));
		assertThat(bean.arguments).containsExactly("x", "none", "8");
	}

	@Test
	void missingPrimitiveHeaderIsTheDefaultArgumentOfAKotlinFunction() throws Exception {
		Method method = PrimitiveKotlinListener.class.getDeclaredMethod("handle", String.class, int.class,
				boolean.class);
		JobArgumentResolver.HeaderResolver resolver = new JobArgumentResolver.HeaderResolver(
				new DefaultConversionService(), null);
		for (int index : List.of(1, 2)) {
			MethodParameter parameter = new OptionalParameter(method, index);
			assertThat(resolver.resolveArgument(parameter, new GenericMessage<>("x"))).isNull();
		}
		assertThat(resolver.resolveArgument(new OptionalParameter(method, 1),
				new GenericMessage<>("x", Map.of("count", "7"))))
			.isEqualTo(7);
		PrimitiveKotlinListener bean = new PrimitiveKotlinListener();
		new HandlerMethodJobHandler(bean, method, new HandlerMethodArgumentResolverComposite()).doInvoke("x", null,
				null);
		assertThat(bean.arguments).containsExactly("x", 3, true);
	}

	@Test
	void genericTypesAreRead() throws Exception {
		assertThat(call("list", "[{\"id\":\"x\",\"amount\":1}]")).containsExactly(List.of(new Order("x", 1)));
		assertThat(call("optional", "{\"id\":\"x\",\"amount\":1}")).containsExactly(Optional.of(new Order("x", 1)));
		assertThat(call("optional", "")).containsExactly(Optional.empty());
	}

	@Test
	void messageCarriesTheConvertedPayload() throws Exception {
		Message<?> message = (Message<?>) call("message", "[{\"id\":\"x\",\"amount\":1}]")[0];
		assertThat(message.getPayload()).isEqualTo(List.of(new Order("x", 1)));
		assertThat(message.getHeaders()).containsEntry(DelayHeaders.TOPIC, "orders");
	}

	@Test
	void stringsAndBytesArePassedAsTheyAre() throws Exception {
		assertThat(call("text", "\"quoted\"")).containsExactly("\"quoted\"");
		assertThat(call("text", "")).containsExactly("");
		assertThat((byte[]) call("bytes", "abc")[0]).asString().isEqualTo("abc");
		assertThat((byte[]) call("bytes", "")[0]).isEmpty();
	}

	@Test
	void methodWithoutParametersIsCalled() throws Exception {
		assertThat(call("nothing", "x")).isEmpty();
	}

	@Test
	void unreadablePayloadMakesTheJobUnprocessableAndIsNotQuoted() {
		assertThatExceptionOfType(UnprocessableJobException.class)
			.isThrownBy(() -> call("order", "{\"id\":\"x\",\"amount\":\"secret\"}"))
			.withMessageContaining(Order.class.getName())
			.withMessageContaining("[\"amount\"]")
			.withMessageNotContaining("secret")
			.withNoCause();
		assertThatExceptionOfType(UnprocessableJobException.class).isThrownBy(() -> call("order", ""))
			.withMessageContaining(Order.class.getName());
	}

	@Test
	void invalidPayloadMakesTheJobUnprocessableAndIsNotQuoted() {
		assertThatExceptionOfType(UnprocessableJobException.class)
			.isThrownBy(() -> call("valid", "{\"id\":\"\",\"amount\":98765}"))
			.withMessageEndingWith("Order: amount violates @Max(value=100); id violates @NotEmpty")
			.withMessageNotContaining("98765")
			.withNoCause();
	}

	@Test
	void validPayloadIsHandled() throws Exception {
		assertThat(call("valid", "{\"id\":\"x\",\"amount\":1}")).containsExactly(new Order("x", 1));
	}

	@Test
	void missingHeaderMakesTheJobUnprocessable() {
		assertThatExceptionOfType(UnprocessableJobException.class).isThrownBy(() -> call("requiredHeader", "x"))
			.withMessageContaining("Listener#requiredHeader(String)")
			.withMessageContaining("Missing header 'none'");
	}

	@Test
	void exceptionsOfTheMethodPassThrough() {
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> call("throwsIo", "x")).withMessage("mine");
		assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> call("throwsIllegal", "x"))
			.withMessage("mine");
		assertThatExceptionOfType(StackOverflowError.class).isThrownBy(() -> call("throwsError", "x"));
		assertThatExceptionOfType(UndeclaredThrowableException.class).isThrownBy(() -> call("throwsThrowable", "x"));
	}

	@Test
	void methodsOfAsyncClassesAreRefused() {
		ProxyFactory proxied = new ProxyFactory(new AsyncListener());
		proxied.setProxyTargetClass(true);
		for (Object bean : List.of(new AsyncListener(), new AsyncChild(), proxied.getProxy())) {
			assertThatIllegalStateException()
				.isThrownBy(() -> this.factory.create(bean, AsyncListener.class.getDeclaredMethod("handle")))
				.withMessageContaining("#handle() belongs to a class that is @Async")
				.withMessageContaining("acknowledged before the work is done");
		}
	}

	@Test
	void expressionsOfThePayloadAreRefused() {
		assertThatIllegalStateException().isThrownBy(() -> this.factory.create(this.listener, method("expression")))
			.withMessage("Listener method Listener#expression(String) has a parameter with @Payload(\"id\"). "
					+ "Expressions are not supported: declare the whole payload "
					+ "and read the value from it in the method");
	}

	@Test
	void keysOfMapsInTheInvalidPayloadAreNotQuoted() {
		String json = "{\"number\":\"\"}";
		assertThatExceptionOfType(UnprocessableJobException.class)
			.isThrownBy(() -> call("wallets",
					"{\"lists\":[" + json + "],\"maps\":{\"4111 SE].CRET\":[" + json + "]},\"numbers\":{\"4111111111\":"
							+ json + "}}"))
			.withMessageEndingWith("Wallets: lists[0].number violates @NotEmpty; maps[*].number violates @NotEmpty; "
					+ "numbers[*].number violates @NotEmpty")
			.withNoCause();
	}

	@Test
	void validationWithSeveralValidatorsAdvisesAPrimaryOne() {
		DefaultListableBeanFactory beanFactory = new DefaultListableBeanFactory();
		beanFactory.registerSingleton("first", this.validator);
		beanFactory.registerSingleton("second", validator());
		HandlerMethodJobHandlerFactory undecided = new HandlerMethodJobHandlerFactory(new SimplePayloadConverter(),
				null, beanFactory);
		assertThatIllegalStateException().isThrownBy(() -> undecided.create(this.listener, method("valid")))
			.withMessageContaining(
					"there are several Validator beans [first, second] and none is primary. Mark one as @Primary");
	}

	@Test
	void validationWithoutValidatorIsRefused() {
		HandlerMethodJobHandlerFactory withoutValidator = new HandlerMethodJobHandlerFactory(
				new SimplePayloadConverter(), null, null);
		assertThatIllegalStateException().isThrownBy(() -> withoutValidator.create(this.listener, method("valid")))
			.withMessageContaining("@Valid")
			.withMessageContaining("spring-boot-starter-validation");
	}

	@Test
	void typesAreThoseOfTheTargetClassBehindAnInterfaceProxy() throws Exception {
		for (boolean proxyTargetClass : List.of(false, true)) {
			OrderListener target = new OrderListener();
			ProxyFactory proxied = new ProxyFactory(target);
			proxied.setProxyTargetClass(proxyTargetClass);
			for (String name : List.of("handle", "handleMessage", "handleAll")) {
				Method method = Arrays.stream(GenericListener.class.getDeclaredMethods())
					.filter((candidate) -> candidate.getName().equals(name))
					.findFirst()
					.orElseThrow();
				handle(proxied.getProxy(), method, name.equals("handleAll") ? "[" + ORDER + "]" : ORDER);
			}
			Order order = new Order("x", 1);
			assertThat(target.handled).containsExactly(order, order, List.of(order));
		}
	}

	@Test
	void messageWhoseTypeIsNotGivenHasTheBytes() throws Exception {
		Message<?> message = (Message<?>) call("anyMessage", "abc")[0];
		assertThat((byte[]) message.getPayload()).asString().isEqualTo("abc");
	}

	@Test
	void textOfAMessageNamesTheJobAndNoValue() throws Exception {
		assertThat(call("anyMessage", "abc")[0]).hasToString("JobMessage[topic=orders, id=a, attempt=2]");
	}

	@Test
	void aMapThatIsTheOnlyParameterIsThePayload() throws Exception {
		assertThat(call("map", ORDER)).containsExactly(Map.of("id", "x", "amount", 1));
	}

	@Test
	void methodMayHaveSeveralFormsOfThePayload() throws Exception {
		Object[] arguments = call("twice", ORDER);
		assertThat(arguments[0]).isEqualTo(new Order("x", 1));
		assertThat(arguments[1]).isEqualTo(ORDER);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			textAndOrder  | parameter 1 (String) and parameter 2 (Order)
			orderAndMap   | parameter 1 (Order) and parameter 2 (Map)
			payloadAndMap | parameter 1 (Order) and parameter 2 (Map)
			three         | parameter 1 (String), parameter 2 (int) and parameter 4 (Order)
			""")
	void severalParametersThatCouldBeThePayloadAreRefused(String name, String parameters) {
		assertThatExceptionOfType(InvalidListenerException.class)
			.isThrownBy(() -> this.factory.create(this.listener, method(name)))
			.satisfies((ex) -> assertThat(ex.problem()).startsWith("Listener method Listener#" + name + "(")
				.endsWith("has more than one parameter that could be the payload: " + parameters))
			.satisfies((ex) -> assertThat(ex.remedy()).contains("@Payload", "@Header(\"...\")", "@Headers"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "object", "payloadObject", "optionalObject", "serializable", "unknown" })
	void payloadWhoseTypeDoesNotDetermineHowToReadItIsRefused(String name) {
		assertThatExceptionOfType(InvalidListenerException.class)
			.isThrownBy(() -> this.factory.create(this.listener, method(name)))
			.satisfies((ex) -> assertThat(ex.problem()).startsWith("Listener method Listener#" + name + "(")
				.contains("parameter 1", "does not determine how to read the payload"))
			.satisfies((ex) -> assertThat(ex.remedy()).contains("byte[]", "String", "Map"));
	}

	@Test
	void headersParameterThatIsNoMapIsRefused() {
		assertThatExceptionOfType(InvalidListenerException.class)
			.isThrownBy(() -> this.factory.create(this.listener, method("headersText")))
			.withMessageContaining("parameter 1 (String) with @Headers, which is not a Map");
	}

	record Wallets(@Valid List<Card> lists, Map<String, @Valid List<@Valid Card>> maps,
			Map<String, @Valid Card> numbers) {

	}

	/**
	 * What the Kotlin compiler makes of a function whose second parameter has a default
	 * argument.
	 */
	@SuppressWarnings("unused")
	static class KotlinListener {

		private Object[] arguments = {};

		final void handle(String payload, @Header(name = "tenant", required = false) String tenant,
				@Header(name = "shop", required = false) String shop) {
			Objects.requireNonNull(tenant, "parameter tenant");
			this.arguments = new Object[] { payload, tenant, shop };
		}

		static void handle$default(KotlinListener self, String payload, String tenant, String shop, int mask,
				Object marker) {
			self.handle(payload, ((mask & 2) != 0) ? "none" : tenant, shop);
		}

	}

	/**
	 * What the Kotlin compiler makes of a function with primitive parameters that have
	 * default arguments.
	 */
	@SuppressWarnings("unused")
	static class PrimitiveKotlinListener {

		private Object[] arguments = {};

		final void handle(String payload, @Header("count") int count, @Header("express") boolean express) {
			this.arguments = new Object[] { payload, count, express };
		}

		static void handle$default(PrimitiveKotlinListener self, String payload, int count, boolean express, int mask,
				Object marker) {
			self.handle(payload, ((mask & 2) != 0) ? 3 : count, ((mask & 4) != 0) || express);
		}

	}

	/**
	 * What a parameter with a default argument is if kotlin-reflect is on the class path.
	 */
	private static final class OptionalParameter extends MethodParameter {

		private OptionalParameter(Method method, int index) {
			super(method, index);
		}

		@Override
		public boolean isOptional() {
			return true;
		}

	}

	interface Handles<T> {

		void handle(T payload);

		void handleMessage(Message<T> message);

		void handleAll(List<T> payloads);

	}

	abstract static class GenericListener<T> implements Handles<T> {

		final List<Object> handled = new ArrayList<>();

		@Override
		public void handle(T payload) {
			this.handled.add(payload);
		}

		@Override
		public void handleMessage(Message<T> message) {
			this.handled.add(message.getPayload());
		}

		@Override
		public void handleAll(List<T> payloads) {
			this.handled.add(payloads);
		}

	}

	static class OrderListener extends GenericListener<Order> {

	}

	record Card(@NotEmpty String number) {

	}

	@Async
	static class AsyncListener {

		void handle() {
		}

	}

	static class AsyncChild extends AsyncListener {

	}

	record Order(@NotEmpty String id, @Max(100) int amount) {

	}

	@SuppressWarnings("unused")
	private static final class Listener {

		private Object[] arguments = {};

		private void keep(Object... arguments) {
			this.arguments = arguments;
		}

		void order(Order order) {
			keep(order);
		}

		void everything(@Payload Order order, JobContext context, @Header(DelayHeaders.ID) String id,
				@Header(DelayHeaders.TOPIC) String topic, @Header(DelayHeaders.ATTEMPT) int attempt,
				@Header(DelayHeaders.DUE_TIME) Instant due, @Header int tenant, @Headers Map<String, Object> headers) {
			keep(order, context, id, topic, attempt, due, tenant, headers);
		}

		void anyMessage(Message<?> message) {
			keep(message);
		}

		void map(Map<String, Object> payload) {
			keep(payload);
		}

		void twice(@Payload Order order, @Payload String text) {
			keep(order, text);
		}

		void textAndOrder(String tenant, Order order) {
		}

		void orderAndMap(Order order, Map<String, Object> headers) {
		}

		void payloadAndMap(@Payload Order order, Map<String, Object> headers) {
		}

		void three(String tenant, int number, JobContext context, Order order) {
		}

		void object(Object payload) {
		}

		void payloadObject(@Payload Object payload) {
		}

		void optionalObject(Optional<?> payload) {
		}

		void serializable(Serializable payload) {
		}

		<T> void unknown(T payload) {
		}

		void headersText(@Headers String headers) {
		}

		void optionalHeader(String payload, @Header("none") Optional<String> header) {
			keep(payload, header);
		}

		void nativeHeaders(String payload, @Header("nativeHeaders") String header,
				@Header("none") Optional<String> none) {
			keep(payload, header, none);
		}

		void requiredHeader(@Header("none") String header) {
			keep(header);
		}

		void list(List<Order> orders) {
			keep(orders);
		}

		void optional(Optional<Order> order) {
			keep(order);
		}

		void message(Message<List<Order>> message) {
			keep(message);
		}

		void text(String text) {
			keep(text);
		}

		void bytes(byte[] bytes) {
			this.arguments = new Object[] { bytes };
		}

		void nothing() {
			keep();
		}

		void valid(@Valid Order order) {
			keep(order);
		}

		void wallets(@Valid Wallets wallets) {
			keep(wallets);
		}

		void expression(@Payload("id") String id) {
			keep(id);
		}

		void throwsIo() throws IOException {
			throw new IOException("mine");
		}

		void throwsIllegal() {
			throw new IllegalArgumentException("mine");
		}

		void throwsError() {
			throw new StackOverflowError();
		}

		void throwsThrowable() throws Throwable {
			throw new Throwable("mine");
		}

	}

}
