// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.adapter;

import java.lang.reflect.Method;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;

import kotlinx.coroutines.Job;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.scheduling.annotation.Async;
import reactor.adapter.JdkFlowAdapter;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import io.delay.converter.PayloadWriter;
import io.delay.converter.SimplePayloadConverter;
import io.delay.listener.ContainerFixture;
import io.delay.listener.InvalidListenerException;
import io.delay.listener.JobContext;
import io.delay.listener.JobHandler;
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
import static org.awaitility.Awaitility.await;

/**
 * Listener methods that return asynchronous results.
 */
class AsyncListenerMethodTests {

	private final HandlerMethodJobHandlerFactory factory = new HandlerMethodJobHandlerFactory(
			new SimplePayloadConverter(), null, null);

	private final Listener listener = new Listener();

	private JobHandler handler(String name) {
		return this.factory.create(this.listener, method(Listener.class, name));
	}

	private static Method method(Class<?> type, String name) {
		return Arrays.stream(type.getDeclaredMethods())
			.filter((method) -> method.getName().equals(name))
			.findFirst()
			.orElseThrow();
	}

	private static ReservedJob job() {
		return new ReservedJob(new Lease("orders", "a", "token"),
				new LeaseTerms(1, 5, Duration.ofHours(1), Instant.EPOCH), Instant.EPOCH, Instant.EPOCH,
				JobRecord.of(new byte[0]));
	}

	private static JobContext context(ReservedJob job) {
		return new DefaultJobContext(
				ContainerFixture.held(job, new HeldLease(job.lease(), job.terms(), System.nanoTime())),
				new LeaseToucher(new MemoryJobStore(), ContainerFixture.noEvents()::leaseLost,
						ContainerFixture.failures()),
				ContainerFixture.reasons(), PayloadWriter.simple());
	}

	private CompletableFuture<?> call(String name) throws Exception {
		CompletionStage<?> result = handler(name).handleAsync(job(), context(job()));
		return (result != null) ? result.toCompletableFuture() : null;
	}

	@ParameterizedTest
	@ValueSource(strings = { "future", "stage", "mono", "flux", "publisher", "asyncFuture", "coroutine" })
	void resultIsCompleteOnceTheReturnedValueIsComplete(String name) throws Exception {
		CompletableFuture<?> result = call(name);
		assertThat(result).isNotDone();
		this.listener.complete();
		assertThat(result).succeedsWithin(Duration.ofSeconds(10));
	}

	@ParameterizedTest
	@ValueSource(strings = { "future", "stage", "mono", "flux", "publisher", "coroutine" })
	void failureOfTheResultIsPassedOn(String name) throws Exception {
		CompletableFuture<?> result = call(name);
		this.listener.fail();
		assertThat(result).failsWithin(Duration.ofSeconds(10)).withThrowableThat().withMessageContaining("no stock");
	}

	@ParameterizedTest
	@ValueSource(strings = { "mono", "flux", "publisher" })
	void cancellationReachesThePublisher(String name) throws Exception {
		CompletableFuture<?> result = call(name);
		assertThat(this.listener.cancelled).isFalse();
		result.cancel(true);
		assertThat(this.listener.cancelled).isTrue();
	}

	@Test
	void resultWithSeveralValuesIsCompleteAfterTheLastOne() throws Exception {
		CompletableFuture<?> result = call("flux");
		this.listener.sink.tryEmitNext("one");
		this.listener.sink.tryEmitNext("two");
		assertThat(result).isNotDone();
		this.listener.complete();
		assertThat(result).isDone();
	}

	@ParameterizedTest
	@ValueSource(strings = { "nothing", "text", "noStage", "noMono" })
	void otherResultsAreSynchronous(String name) throws Exception {
		assertThat(call(name)).isNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "future", "mono", "coroutine" })
	void asynchronousResultOfAMethodThatDeclaresObjectIsRecognized(String name) throws Exception {
		Method method = method(Untyped.class, "call");
		Untyped untyped = new Untyped(method(Listener.class, name).invoke(this.listener));
		CompletionStage<?> result = this.factory.create(untyped, method).handleAsync(job(), context(job()));
		assertThat(result).isNotNull();
		assertThat(result.toCompletableFuture()).isNotDone();
		this.listener.complete();
		assertThat(result.toCompletableFuture()).succeedsWithin(Duration.ofSeconds(10));
	}

	@Test
	void futureThatIsNoStageIsAwaited() throws Exception {
		FutureTask<String> task = new FutureTask<>(() -> "done");
		JobHandler handler = this.factory.create(new Untyped(task), method(Untyped.class, "call"));
		CompletableFuture<CompletionStage<?>> returned = CompletableFuture.supplyAsync(() -> {
			try {
				return handler.handleAsync(job(), context(job()));
			}
			catch (Exception ex) {
				throw new IllegalStateException(ex);
			}
		});
		await().during(Duration.ofMillis(50)).until(() -> !returned.isDone());
		task.run();
		assertThat(returned).succeedsWithin(Duration.ofSeconds(10)).isNull();
	}

	@Test
	void typeVariableOfABaseClassIsResolved() throws Exception {
		Method method = method(Template.class, "call");
		JobHandler handler = this.factory.create(new Concrete(this.listener.future), method);
		CompletionStage<?> result = handler.handleAsync(job(), context(job()));
		assertThat(result).isSameAs(this.listener.future);
		assertThatExceptionOfType(InvalidListenerException.class)
			.isThrownBy(() -> this.factory.create(new PlainConcrete(), method))
			.withMessageContaining("returns a java.util.concurrent.Future");
		assertThatExceptionOfType(InvalidListenerException.class)
			.isThrownBy(() -> this.factory.createBatchHandler(new Concrete(this.listener.future),
					method(Template.class, "batch")))
			.withMessageContaining("returns a java.util.concurrent.CompletableFuture");
	}

	@Test
	void callerOfTheSynchronousMethodWaits() throws Exception {
		JobHandler handler = handler("future");
		CompletableFuture<Void> returned = CompletableFuture.runAsync(() -> {
			try {
				handler.handle(job(), context(job()));
			}
			catch (Exception ex) {
				throw new IllegalStateException(ex);
			}
		});
		assertThat(returned).isNotDone();
		this.listener.complete();
		assertThat(returned).succeedsWithin(Duration.ofSeconds(10));
	}

	@ParameterizedTest
	@ValueSource(strings = { "plainFuture", "asyncVoid", "asyncMono", "asyncStage" })
	void methodsWhoseEndIsUnknownAreRefused(String name) {
		assertThatExceptionOfType(InvalidListenerException.class).isThrownBy(() -> handler(name))
			.withMessageContaining("Listener#" + name + "()")
			.withMessageContaining("acknowledged before the work is done")
			.withMessageContaining("Return a CompletableFuture");
	}

	@Test
	void methodOfAnAsyncClassMayReturnAFuture() {
		AsyncListener async = new AsyncListener();
		assertThat(this.factory.create(async, method(AsyncListener.class, "future"))).isNotNull();
		assertThatExceptionOfType(InvalidListenerException.class)
			.isThrownBy(() -> this.factory.create(async, method(AsyncListener.class, "nothing")));
	}

	@SuppressWarnings("unused")
	private static final class Listener {

		private final CompletableFuture<String> future = new CompletableFuture<>();

		private final Sinks.Many<String> sink = Sinks.many().unicast().onBackpressureBuffer();

		private final AtomicBoolean cancelled = new AtomicBoolean();

		void complete() {
			this.future.complete("done");
			this.sink.tryEmitComplete();
		}

		void fail() {
			IllegalStateException failure = new IllegalStateException("no stock");
			this.future.completeExceptionally(failure);
			this.sink.tryEmitError(failure);
		}

		CompletableFuture<String> future() {
			return this.future;
		}

		@Async
		CompletableFuture<String> asyncFuture() {
			return this.future;
		}

		Job coroutine() {
			return () -> this.future;
		}

		CompletionStage<List<String>> stage() {
			return this.future.thenApply(List::of);
		}

		Mono<Void> mono() {
			return flux().then();
		}

		Flux<String> flux() {
			return this.sink.asFlux().doOnCancel(() -> this.cancelled.set(true));
		}

		Flow.Publisher<String> publisher() {
			return JdkFlowAdapter.publisherToFlowPublisher(flux());
		}

		void nothing() {
		}

		String text() {
			return "done";
		}

		CompletionStage<String> noStage() {
			return null;
		}

		Mono<String> noMono() {
			return null;
		}

		Future<?> plainFuture() {
			return this.future;
		}

		@Async
		void asyncVoid() {
		}

		@Async
		Mono<String> asyncMono() {
			return Mono.empty();
		}

		@Async
		CompletionStage<String> asyncStage() {
			return this.future;
		}

	}

	@Async
	static class AsyncListener {

		CompletableFuture<String> future() {
			return new CompletableFuture<>();
		}

		void nothing() {
		}

	}

	static class Untyped {

		private final Object result;

		Untyped(Object result) {
			this.result = result;
		}

		Object call() {
			return this.result;
		}

	}

	@SuppressWarnings("unused")
	abstract static class Template<R> {

		R call() {
			return result();
		}

		R batch(List<String> payloads) {
			return result();
		}

		abstract R result();

	}

	static class Concrete extends Template<CompletableFuture<String>> {

		private final CompletableFuture<String> result;

		Concrete(CompletableFuture<String> result) {
			this.result = result;
		}

		@Override
		CompletableFuture<String> result() {
			return this.result;
		}

	}

	static class PlainConcrete extends Template<Future<String>> {

		@Override
		Future<String> result() {
			return new FutureTask<>(() -> "done");
		}

	}

}
