// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.adapter;

import java.lang.reflect.Method;
import java.lang.reflect.UndeclaredThrowableException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.stream.IntStream;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import kotlinx.coroutines.Job;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.messaging.Message;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.validation.beanvalidation.LocalValidatorFactoryBean;
import tools.jackson.databind.json.JsonMapper;

import io.delay.converter.JacksonPayloadConverter;
import io.delay.converter.PayloadWriter;
import io.delay.job.JobPriority;
import io.delay.listener.BatchFailures;
import io.delay.listener.BatchJobHandler;
import io.delay.listener.ContainerFixture;
import io.delay.listener.InvalidListenerException;
import io.delay.listener.JobContext;
import io.delay.listener.UnprocessableJobException;
import io.delay.listener.execute.DefaultJobContext;
import io.delay.listener.execute.LeaseToucher;
import io.delay.listener.lease.HeldLease;
import io.delay.store.JobFailures;
import io.delay.store.JobRecord;
import io.delay.store.Lease;
import io.delay.store.LeaseTerms;
import io.delay.store.ReservedJob;
import io.delay.store.memory.MemoryJobStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Listener methods that handle several jobs in one call.
 */
class BatchMethodHandlerTests {

	private static final Instant DUE = Instant.parse("2026-01-01T00:00:00Z");

	private final HandlerMethodJobHandlerFactory factory = new HandlerMethodJobHandlerFactory(
			new JacksonPayloadConverter(JsonMapper.builder().build()), validator(), null);

	private final Listener listener = new Listener();

	private static LocalValidatorFactoryBean validator() {
		LocalValidatorFactoryBean validator = new LocalValidatorFactoryBean();
		validator.afterPropertiesSet();
		return validator;
	}

	private static ReservedJob job(int index, String payload) {
		return new ReservedJob(new Lease("orders", "job-" + index, "t"),
				new LeaseTerms(2, 5, Duration.ofMinutes(1), DUE), DUE, DUE,
				new JobRecord(payload.getBytes(StandardCharsets.UTF_8), Map.of("tenant", "7"), null, null,
						JobPriority.NORMAL));
	}

	private static JobContext context(ReservedJob job) {
		return new DefaultJobContext(
				ContainerFixture.held(job, new HeldLease(job.lease(), job.terms(), System.nanoTime())),
				new LeaseToucher(new MemoryJobStore(), ContainerFixture.noEvents()::leaseLost,
						ContainerFixture.failures()),
				ContainerFixture.reasons(), PayloadWriter.simple());
	}

	private static String order(String id, int amount) {
		return "{\"id\":\"" + id + "\",\"amount\":" + amount + "}";
	}

	private static Method method(Class<?> type, String name) {
		return Arrays.stream(type.getMethods())
			.filter((method) -> method.getName().equals(name))
			.findFirst()
			.orElseThrow();
	}

	private List<Throwable> call(String method, String... payloads) throws Exception {
		return call(this.listener, method, payloads);
	}

	// Returns the failure of each job.
	private List<Throwable> call(Listener bean, String method, String... payloads) throws Exception {
		List<ReservedJob> jobs = IntStream.range(0, payloads.length).mapToObj((i) -> job(i, payloads[i])).toList();
		List<JobContext> contexts = jobs.stream().map(BatchMethodHandlerTests::context).toList();
		try {
			this.factory.createBatchHandler(bean, method(bean.getClass(), method)).handleBatch(jobs, contexts);
			return new ArrayList<>(Collections.nCopies(payloads.length, null));
		}
		catch (BatchFailures ex) {
			return ex.causes(contexts);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "orders", "wildcards", "ordersOfBase" })
	void payloadsAreAListInTheOrderOfTheJobs(String method) throws Exception {
		assertThat(call(new GenericListener(), method, order("x", 1), order("y", 2))).containsOnlyNulls();
		assertThat(Listener.arguments).containsExactly(List.of(new Order("x", 1), new Order("y", 2)));
	}

	@Test
	void asynchronousResultThatTheDeclaredTypeHidesIsAwaited() {
		assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> call("hiddenFuture", order("x", 1)))
			.withRootCauseInstanceOf(IllegalStateException.class)
			.withMessageContaining("no stock");
	}

	@Test
	void messagesAndContextsHaveTheSameOrder() throws Exception {
		call("messages", order("x", 1), order("y", 2));
		List<?> messages = (List<?>) Listener.arguments[0];
		assertThat(messages).extracting((message) -> (Object) ((Message<?>) message).getPayload())
			.containsExactly(new Order("x", 1), new Order("y", 2));
		assertThat(((Message<?>) messages.get(0)).getHeaders()).containsEntry("tenant", "7");
		List<?> contexts = (List<?>) Listener.arguments[1];
		assertThat(contexts).extracting((context) -> ((JobContext) context).id()).containsExactly("job-0", "job-1");
	}

	@Test
	void methodMayHaveContextsOnly() throws Exception {
		call("contexts", "not read", "neither");
		assertThat((List<?>) Listener.arguments[0]).hasSize(2);
	}

	@Test
	void textsAndBytesAreNotConverted() throws Exception {
		call("texts", "\"quoted\"", "");
		assertThat(Listener.arguments).containsExactly(List.of("\"quoted\"", ""));
	}

	@ParameterizedTest
	@ValueSource(strings = { "validList", "validElements" })
	void jobsThatCannotBeReadOrAreInvalidAreUnprocessableAndTheOthersAreHandled(String method) throws Exception {
		List<Throwable> failures = call(method, order("x", 1), "no order", order("z", -1), order("w", 4));
		assertThat(Listener.arguments).containsExactly(List.of(new Order("x", 1), new Order("w", 4)));
		assertThat(failures.get(0)).isNull();
		assertThat(failures.get(1)).isInstanceOf(UnprocessableJobException.class);
		assertThat(failures.get(2)).isInstanceOf(UnprocessableJobException.class)
			.hasMessageContaining("amount violates @Min(value=0)");
		assertThat(failures.get(3)).isNull();
	}

	@Test
	void methodIsNotCalledWithoutJobs() throws Exception {
		Listener.arguments = null;
		assertThat(call("orders", "no order")).hasExactlyElementsOfTypes(UnprocessableJobException.class);
		assertThat(Listener.arguments).isNull();
	}

	@Test
	void indexesOfFailuresReferToTheListsOfTheMethod() throws Exception {
		List<Throwable> failures = call("secondFails", "no order", order("x", 1), order("y", 2), order("z", 3));
		assertThat(failures.get(0)).isInstanceOf(UnprocessableJobException.class);
		assertThat(failures.get(1)).isNull();
		assertThat(failures.get(2)).hasMessage("second");
		assertThat(failures.get(3)).isNull();
	}

	@Test
	void failuresThatAProxyHasWrappedNameTheirJobs() throws Exception {
		List<Throwable> failures = call("wrappedFails", order("x", 1), order("y", 2), order("z", 3));
		assertThat(failures.get(0)).isNull();
		assertThat(failures.get(1)).hasMessage("second");
		assertThat(failures.get(2)).isNull();
	}

	@Test
	void failureOfASingleJobThatAProxyHasWrappedIsItsOwn() {
		BatchJobHandler handler = (jobs, contexts) -> {
			throw new UndeclaredThrowableException(new BatchFailures().add(0, new IllegalStateException("own")));
		};
		ReservedJob job = job(0, "");
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> handler.handle(job, context(job)))
			.withMessage("own");
	}

	@Test
	void failureOutsideTheBatchIsNoticedInAdditionToANamedJob() {
		JobContext context = context(job(0, ""));
		BatchFailures failures = new BatchFailures().add(context, new IllegalStateException("named"))
			.add(2, new IllegalStateException("outside"));
		assertThatIllegalArgumentException().isThrownBy(() -> failures.causes(List.of(context, context)))
			.withMessageContaining("not in the batch of 2 jobs")
			.withNoCause();
	}

	@Test
	void firstFailureIsTheCauseOfTheException() {
		Exception first = new IllegalStateException("first");
		assertThat(new BatchFailures()).hasNoCause();
		assertThat(new BatchFailures().add(1, first).add(0, new IllegalStateException("second"))).hasCause(first);
		assertThat(new BatchFailures().add(context(job(0, "")), first).add(0, new IllegalStateException("second")))
			.hasCause(first);
	}

	@ParameterizedTest
	@ValueSource(strings = { "allFail", "unknownFails" })
	void exceptionFailsAllJobsThatCouldBeRead(String method) throws Exception {
		List<Throwable> failures = call(method, order("x", 1), "no order", order("y", 2));
		assertThat(failures.get(0)).isNotNull().isSameAs(failures.get(2));
		assertThat(failures.get(1)).isInstanceOf(UnprocessableJobException.class);
	}

	@Test
	void exceptionIsPassedOnUnchanged() {
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> call("allFail", order("x", 1)))
			.withMessage("all");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			none           | handles batches, but has no parameter of type List
			single         | parameter 1 (Order), which is neither a List of payloads or messages nor a List of contexts
			header         | parameter 2 (String), which is neither
			headerList     | parameter 2 (List), which is neither
			context        | parameter 2 (JobContext), which is neither
			message        | parameter 1 (Message), which is neither
			failures       | parameter 1 (List), which is neither
			twice          | has several Lists of payloads or of contexts
			payloadTwice   | has several Lists of payloads or of contexts
			objects        | whose type does not determine how to read the payload
			raw            | whose type does not determine how to read the payload
			future         | handles batches and returns a java.util.concurrent.CompletableFuture
			coroutine      | handles batches and returns a kotlinx.coroutines.Job
			publisher      | handles batches and returns a java.util.concurrent.Flow$Publisher
			""")
	void otherMethodsAreRefused(String method, String problem) {
		InvalidListenerException failure = catchThrowableOfType(InvalidListenerException.class,
				() -> this.factory.createBatchHandler(new Refused(), method(Refused.class, method)));
		assertThat(failure.problem()).contains("Listener method Refused#" + method + "(", problem);
		assertThat(failure.remedy()).isNotEmpty();
	}

	@Test
	void listIsThePayloadOfASingleJobWithoutBatch() throws Exception {
		ReservedJob job = job(0, "[" + order("x", 1) + "]");
		this.factory.create(this.listener, method(Listener.class, "orders")).handle(job, context(job));
		assertThat(Listener.arguments).containsExactly(List.of(new Order("x", 1)));
	}

	record Order(String id, @Min(0) int amount) {

	}

	public static class Base<T> {

		public void ordersOfBase(List<T> orders) {
			Listener.arguments = new Object[] { orders };
		}

	}

	public static class GenericListener extends Listener {

	}

	public static class Listener extends Base<Order> {

		static Object[] arguments;

		// The declared type hides that the result is asynchronous
		public Object hiddenFuture(List<Order> orders) {
			return CompletableFuture.failedFuture(new IllegalStateException("no stock"));
		}

		public void orders(List<Order> orders) {
			arguments = new Object[] { orders };
		}

		public void wildcards(List<? extends Order> orders) {
			arguments = new Object[] { orders };
		}

		public void messages(List<Message<Order>> messages, List<JobContext> contexts) {
			arguments = new Object[] { messages, contexts };
		}

		public void contexts(List<JobContext> contexts) {
			arguments = new Object[] { contexts };
		}

		public void texts(List<String> texts) {
			arguments = new Object[] { texts };
		}

		public void validList(@Valid List<Order> orders) {
			arguments = new Object[] { orders };
		}

		public void validElements(List<@Valid Order> orders) {
			arguments = new Object[] { orders };
		}

		public void secondFails(List<Order> orders) throws BatchFailures {
			throw new BatchFailures().add(1, new IllegalStateException("second"));
		}

		public void allFail(List<Order> orders) {
			throw new IllegalStateException("all");
		}

		public void wrappedFails(List<Order> orders) {
			throw new UndeclaredThrowableException(new BatchFailures().add(1, new IllegalStateException("second")));
		}

		public void unknownFails(List<Order> orders) throws BatchFailures {
			throw new BatchFailures().add(7, new IllegalStateException("unknown"));
		}

	}

	@SuppressWarnings("rawtypes")
	public static class Refused {

		public void none() {
		}

		public void single(Order order) {
		}

		public void header(List<Order> orders, @Header("tenant") String tenant) {
		}

		public void headerList(List<Order> orders, @Header("tenants") List<String> tenants) {
		}

		public void context(List<Order> orders, JobContext context) {
		}

		public void message(Message<Order> message) {
		}

		public void failures(List<JobFailures> failures) {
		}

		public void twice(List<JobContext> contexts, List<JobContext> others) {
		}

		public void payloadTwice(List<Order> orders, List<Message<Order>> messages) {
		}

		public void objects(List<Object> payloads) {
		}

		public void raw(List payloads) {
		}

		public Flow.Publisher<Void> publisher(List<Order> orders) {
			return (subscriber) -> {
			};
		}

		public Job coroutine(List<Order> orders) {
			return CompletableFuture::new;
		}

		public CompletableFuture<Void> future(List<Order> orders) {
			return CompletableFuture.completedFuture(null);
		}

	}

}
