// SPDX-License-Identifier: Apache-2.0

package io.delay.recipe;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.Assert;

import io.delay.annotation.EnableDelay;
import io.delay.converter.PayloadConverter;
import io.delay.job.JobDefaults;
import io.delay.job.JobRules;
import io.delay.listener.container.CallerRunsContainers;
import io.delay.listener.container.DelayListenerContainer;
import io.delay.listener.container.DelayListenerContainerFactory;
import io.delay.listener.container.DelayListenerContainerOptions;
import io.delay.listener.container.DelayListenerRegistry;
import io.delay.store.memory.MemoryJobStore;
import io.delay.template.DelayTemplate;

/**
 * An application whose clock is set by the test. Its jobs run on the thread of the test.
 */
final class RecipeApplication implements AutoCloseable {

	private static final int MAX_EVENTS = 1_000;

	private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-31T12:00:00Z"));

	private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();

	private RecipeApplication(Class<?>... beans) {
		this.context.registerBean(MemoryJobStore.class, () -> new MemoryJobStore(this.now::get));
		this.context.register(Config.class);
		this.context.register(beans);
		this.context.refresh();
	}

	static RecipeApplication of(Class<?>... beans) {
		return new RecipeApplication(beans);
	}

	<T> T bean(Class<T> type) {
		return this.context.getBean(type);
	}

	DelayTemplate template() {
		return bean(DelayTemplate.class);
	}

	Instant now() {
		return this.now.get();
	}

	/**
	 * Let time pass, and run each job at the time at which it becomes ready.
	 */
	void advance(Duration duration) {
		Instant end = now().plus(duration);
		Instant next = runReady();
		for (int events = 0; next != null && !next.isAfter(end); events++) {
			Assert.state(events < MAX_EVENTS, "The jobs run too often");
			this.now.set(next);
			next = runReady();
		}
		this.now.set(end);
	}

	// Returns the time of the next event, in whole milliseconds as due times. Jobs can
	// submit jobs of other topics.
	private @Nullable Instant runReady() {
		List<Duration> next = new ArrayList<>();
		boolean again = true;
		while (again) {
			again = false;
			next.clear();
			for (DelayListenerContainer container : bean(DelayListenerRegistry.class).containers()) {
				CallerRunsContainers.Result result = CallerRunsContainers.handleNext(container);
				Assert.state(container.isRunning(), "The container has stopped");
				again |= !result.ended().isEmpty();
				if (result.nextEvent() != null) {
					next.add(result.nextEvent());
				}
			}
		}
		return next.stream().min(Comparator.naturalOrder()).map(JobRules::roundUp).map(now()::plus).orElse(null);
	}

	@Override
	public void close() {
		this.context.close();
	}

	@Configuration(proxyBeanMethods = false)
	@EnableDelay
	static class Config {

		@Bean
		DelayListenerContainerFactory delayListenerContainerFactory(MemoryJobStore store, PayloadConverter converter) {
			return CallerRunsContainers.factory(new DelayListenerContainerFactory(store,
					DelayListenerContainerOptions.defaults().withPayloads(converter, JobDefaults.MAX_PAYLOAD_SIZE)));
		}

	}

}
