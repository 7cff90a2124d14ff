// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.watch;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistryAssert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.springframework.core.task.support.TaskExecutorAdapter;

import io.delay.job.Job;
import io.delay.job.JobState;
import io.delay.listener.AsyncHandler;
import io.delay.listener.BackoffPolicy;
import io.delay.listener.ContainerFixture;
import io.delay.listener.JobHandler;
import io.delay.listener.ListenerSettings;
import io.delay.listener.RecordedLog;
import io.delay.listener.execute.FailurePolicy;
import io.delay.observation.DefaultProcessObservationConvention;
import io.delay.observation.DelayObservation;
import io.delay.observation.ProcessObservationContext;
import io.delay.observation.ProcessObservationConvention;
import io.delay.support.FailureNotice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.then;
import static org.mockito.Mockito.mock;

/**
 * Tests for the observation of deliveries.
 */
@Tag("versions")
class ProcessObservationTests {

	private static final JobHandler BY_ID = (job, context) -> {
		switch (context.id()) {
			case "release" -> context.release(Duration.ofHours(1));
			case "resubmit" -> context.resubmit("next", Duration.ofHours(1));
			case "bury" -> context.bury("not wanted");
			case "retry" -> throw new CompletionException(new IllegalStateException("no"));
			case "last" -> throw new IllegalArgumentException("no");
			default -> {
			}
		}
	};

	private final TestObservationRegistry registry = TestObservationRegistry.create();

	private final ContainerFixture fixture = new ContainerFixture()
		.watch((options) -> options.withObservations(this.registry, null));

	@AfterEach
	void stopContainers() {
		this.fixture.close();
	}

	@Test
	void everyOutcomeIsObservedUnderTheDocumentedKeys() {
		Map<String, String> seen = new ConcurrentHashMap<>();
		this.registry.observationConfig()
			.observationHandler(onStop((context) -> seen.put(context.jobId(),
					values(context.getLowCardinalityKeyValues()) + values(context.getHighCardinalityKeyValues()))));
		for (String id : List.of("ack", "release", "resubmit", "bury", "retry")) {
			this.fixture.submit(id);
		}
		this.fixture.template.submit(Job.to(ContainerFixture.TOPIC).id("last").maxAttempts(1).build());
		this.fixture.start(settings(), BY_ID);
		await().until(() -> seen.size() == 6);
		String common = " listener=listener-1 ";
		assertThat(seen).containsEntry("ack",
				"exception=none" + common + "outcome=acked topic=orders" + "delay.job.attempt=1 delay.job.id=ack");
		assertThat(seen.get("release")).startsWith("exception=none" + common + "outcome=released");
		assertThat(seen.get("resubmit")).startsWith("exception=none" + common + "outcome=resubmitted");
		assertThat(seen.get("bury")).startsWith("exception=none" + common + "outcome=buried");
		assertThat(seen.get("retry")).startsWith("exception=IllegalStateException" + common + "outcome=retried");
		assertThat(seen.get("last")).startsWith("exception=IllegalArgumentException" + common + "outcome=failed");
		TestObservationRegistryAssert.assertThat(this.registry)
			.doesNotHaveAnyRemainingCurrentObservation()
			.hasNumberOfObservationsWithNameEqualTo("delay.process", 6)
			.forAllObservationsWithNameEqualTo("delay.process",
					(observation) -> observation.hasContextualNameEqualTo("process orders")
						.hasOnlyKeys("topic", "listener", "outcome", "exception", "delay.job.id", "delay.job.attempt"));
		assertThat(DelayObservation.PROCESS.getDefaultConvention())
			.isEqualTo(DefaultProcessObservationConvention.class);
	}

	@Test
	void observationIncludesTheHandlerAndTheLogOfItsFailure() {
		List<Observation> current = new CopyOnWriteArrayList<>();
		Logger logger = (Logger) LoggerFactory.getLogger(FailurePolicy.class);
		AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {

			@Override
			protected void append(ILoggingEvent event) {
				current.add(ProcessObservationTests.this.registry.getCurrentObservation());
			}

		};
		appender.start();
		logger.addAppender(appender);
		try {
			this.fixture.submit("retry");
			this.fixture.start(settings(), (job, context) -> {
				current.add(this.registry.getCurrentObservation());
				BY_ID.handle(job, context);
			});
			await().until(() -> current.size() == 2);
		}
		finally {
			logger.detachAppender(appender);
		}
		assertThat(current.get(0)).isSameAs(current.get(1));
		assertThat(current.get(0).getContextView()).isInstanceOf(ProcessObservationContext.class);
	}

	@Test
	void observationOfAnAsynchronousResultEndsWhenItIsComplete() {
		CompletableFuture<Object> result = new CompletableFuture<>();
		CompletableFuture<Optional<Observation>> afterReturn = new CompletableFuture<>();
		List<ProcessObservationContext> stopped = new CopyOnWriteArrayList<>();
		this.registry.observationConfig().observationHandler(onStop(stopped::add));
		this.fixture.workers((id, concurrency) -> new TaskExecutorAdapter((task) -> {
			task.run();
			afterReturn.complete(Optional.ofNullable(this.registry.getCurrentObservation()));
		}));
		this.fixture.start(settings(), (AsyncHandler) (job, context) -> {
			assertThat(this.registry.getCurrentObservation()).isNotNull();
			return result;
		});
		this.fixture.submit("a");
		assertThat(afterReturn).succeedsWithin(Duration.ofSeconds(10)).isEqualTo(Optional.empty());
		assertThat(stopped).isEmpty();
		result.completeExceptionally(new IllegalStateException("no"));
		await().until(() -> stopped.size() == 1);
		assertThat(stopped.get(0).getError()).isInstanceOf(IllegalStateException.class);
		assertThat(this.registry.getCurrentObservation()).isNull();
	}

	@Test
	void conventionOfTheApplicationNamesDeliveries() {
		this.fixture
			.watch((options) -> options.withObservations(this.registry, new DefaultProcessObservationConvention() {

				@Override
				public String getName() {
					return "order.jobs";
				}

				@Override
				public KeyValues getLowCardinalityKeyValues(ProcessObservationContext context) {
					return super.getLowCardinalityKeyValues(context).and("tenant", "t1");
				}

			}));
		this.fixture.submit("a");
		this.fixture.start(settings(), BY_ID);
		awaitHandled();
		TestObservationRegistryAssert.assertThat(this.registry)
			.hasSingleObservationThat()
			.hasNameEqualTo("order.jobs")
			.hasLowCardinalityKeyValue("tenant", "t1")
			.hasLowCardinalityKeyValue("outcome", "acked")
			.hasHighCardinalityKeyValue("delay.job.id", "a");
	}

	@Test
	void conventionThatThrowsAffectsNoJobAndIsLoggedOnce() {
		this.fixture.watch((options) -> options.withObservations(this.registry, new ProcessObservationConvention() {

			@Override
			public KeyValues getLowCardinalityKeyValues(ProcessObservationContext context) {
				throw new IllegalStateException("no names");
			}

		}));
		try (RecordedLog log = new RecordedLog(FailureNotice.class)) {
			this.fixture.submit("a");
			this.fixture.submit("b");
			this.fixture.start(settings(), BY_ID);
			awaitHandled();
			assertThat(log.messages(Level.WARN)).singleElement()
				.asString()
				.contains("The observation of listener 'listener-1'");
		}
		TestObservationRegistryAssert.assertThat(this.registry).doesNotHaveAnyRemainingCurrentObservation();
	}

	@ParameterizedTest
	@ValueSource(strings = { "start", "open", "close", "error", "stop" })
	void observationHandlerThatThrowsDoesNotAffectJobs(String when) {
		ObservationRegistry broken = ObservationRegistry.create();
		CountingHandler sound = new CountingHandler();
		broken.observationConfig().observationHandler(sound).observationHandler(new BrokenHandler(when));
		AtomicReference<Observation.Scope> left = new AtomicReference<>();
		this.fixture.watch((options) -> options.withObservations(broken, null));
		this.fixture.submit("retry");
		this.fixture.submit("a");
		this.fixture.start(ContainerFixture.settings().concurrency(1), (job, context) -> {
			if (context.id().equals("z")) {
				Observation.Scope current = broken.getCurrentObservationScope();
				left.set((current != null) ? current.getPreviousObservationScope() : null);
			}
			BY_ID.handle(job, context);
		});
		this.fixture.submit("z");
		await().until(() -> this.fixture.store.status(ContainerFixture.TOPIC).count(JobState.DELAYED) == 1
				&& this.fixture.store.status(ContainerFixture.TOPIC)
					.counts()
					.values()
					.stream()
					.mapToLong(Long::longValue)
					.sum() == 1);
		assertThat(left.get()).isNull();
		assertThat(sound.started).hasValue(3);
		// Micrometer ends with the first handler that throws at the end
		int ended = when.equals("stop") ? 0 : 3;
		await().untilAsserted(() -> assertThat(sound.stopped).hasValue(ended));
	}

	@Test
	void noObservationIsCreatedWithoutHandlers() {
		ObservationRegistry silent = mock(ObservationRegistry.class);
		given(silent.isNoop()).willReturn(true);
		this.fixture.watch((options) -> options.withObservations(silent, null));
		this.fixture.submit("a");
		this.fixture.start(settings(), BY_ID);
		awaitHandled();
		then(silent).should().isNoop();
		then(silent).shouldHaveNoMoreInteractions();
	}

	private static ListenerSettings.Builder settings() {
		return ContainerFixture.settings().backoff(BackoffPolicy.fixed(Duration.ofHours(1)));
	}

	private void awaitHandled() {
		await().until(() -> this.fixture.store.status(ContainerFixture.TOPIC)
			.counts()
			.values()
			.stream()
			.allMatch((count) -> count == 0));
	}

	private static String values(KeyValues values) {
		return String.join(" ", values.stream().map((value) -> value.getKey() + "=" + value.getValue()).toList());
	}

	private static ObservationHandler<ProcessObservationContext> onStop(Consumer<ProcessObservationContext> consumer) {
		return new ObservationHandler<>() {

			@Override
			public void onStop(ProcessObservationContext context) {
				consumer.accept(context);
			}

			@Override
			public boolean supportsContext(Observation.Context context) {
				return context instanceof ProcessObservationContext;
			}

		};
	}

	/**
	 * Counts what was begun and ended.
	 */
	private static final class CountingHandler implements ObservationHandler<Observation.Context> {

		private final AtomicInteger started = new AtomicInteger();

		private final AtomicInteger stopped = new AtomicInteger();

		@Override
		public void onStart(Observation.Context context) {
			this.started.incrementAndGet();
		}

		@Override
		public void onStop(Observation.Context context) {
			this.stopped.incrementAndGet();
		}

		@Override
		public boolean supportsContext(Observation.Context context) {
			return true;
		}

	}

	private record BrokenHandler(String when) implements ObservationHandler<Observation.Context> {

		private void check(String now) {
			if (now.equals(this.when)) {
				throw new IllegalStateException(now);
			}
		}

		@Override
		public void onStart(Observation.Context context) {
			check("start");
		}

		@Override
		public void onScopeOpened(Observation.Context context) {
			check("open");
		}

		@Override
		public void onScopeClosed(Observation.Context context) {
			check("close");
		}

		@Override
		public void onError(Observation.Context context) {
			check("error");
		}

		@Override
		public void onStop(Observation.Context context) {
			check("stop");
		}

		@Override
		public boolean supportsContext(Observation.Context context) {
			return true;
		}

	}

}
