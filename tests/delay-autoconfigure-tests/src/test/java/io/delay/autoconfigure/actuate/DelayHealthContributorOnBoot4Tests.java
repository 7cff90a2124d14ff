// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.actuate;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration;
import org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.PingHealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.health.registry.HealthContributorRegistry;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.test.util.ReflectionTestUtils;

import io.delay.actuate.DelayHealthIndicator;
import io.delay.annotation.DelayListener;
import io.delay.autoconfigure.DelayAutoConfiguration;
import io.delay.autoconfigure.DelayContexts;
import io.delay.autoconfigure.RecordedStore;
import io.delay.store.memory.MemoryJobStore;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The health indicator exists unless it is disabled or has no store.
 */
class DelayHealthContributorOnBoot4Tests {

	private final ApplicationContextRunner runner = DelayContexts.inMemory()
		.withConfiguration(AutoConfigurations.of(DelayHealthContributorAutoConfiguration.class,
				HealthContributorAutoConfiguration.class, HealthContributorRegistryAutoConfiguration.class));

	@Test
	void healthIsContributedByTheNameOfDelay() {
		this.runner
			.run((context) -> assertThat(context.getBean(HealthContributorRegistry.class).getContributor("delay"))
				.isSameAs(context.getBean(DelayHealthIndicator.class))
				.extracting((contributor) -> ((HealthIndicator) contributor).health().getStatus())
				.isEqualTo(Status.UP));
	}

	@ParameterizedTest
	@ValueSource(strings = { "management.health.delay.enabled=false", "management.health.defaults.enabled=false",
			"delay.enabled=false" })
	void disabledHealthIsNotContributedEvenForAStoreOfTheApplication(String property) {
		this.runner.withBean(MemoryJobStore.class)
			.withPropertyValues(property)
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(DelayHealthIndicator.class));
	}

	@ParameterizedTest
	@ValueSource(classes = { HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class })
	void healthIsNotContributedWithoutTheLibrary(Class<?> missing) {
		DelayContexts.inMemory()
			.withConfiguration(AutoConfigurations.of(DelayHealthContributorAutoConfiguration.class))
			.withClassLoader(new FilteredClassLoader(missing))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean("delayHealthIndicator"));
	}

	@Test
	void healthIsNotContributedWithoutAStore() {
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(DelayHealthContributorAutoConfiguration.class))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(DelayHealthIndicator.class));
	}

	@Test
	void indicatorOfTheApplicationReplacesIt() {
		this.runner.withBean("delayHealthContributor", PingHealthIndicator.class)
			.run((context) -> assertThat(context).doesNotHaveBean(DelayHealthIndicator.class));
	}

	@Test
	void healthNeedsNoAdministrator() {
		this.runner.withBean(RecordedStore.class)
			.run((context) -> assertThat(context).hasSingleBean(DelayHealthIndicator.class));
	}

	@Test
	void limitReachesTheCheck() {
		this.runner.withPropertyValues("delay.health.max-ready-age=5m")
			.run((context) -> assertThat(maxReadyAge(context.getBean(DelayHealthIndicator.class)))
				.isEqualTo(Duration.ofMinutes(5)));
		this.runner.run((context) -> assertThat(maxReadyAge(context.getBean(DelayHealthIndicator.class))).isNull());
	}

	private static Object maxReadyAge(DelayHealthIndicator indicator) {
		Object check = ReflectionTestUtils.getField(indicator, "check");
		return ReflectionTestUtils.getField(check, "maxReadyAge");
	}

	@Test
	void childContextShowsItsOwnListenersAndThoseOfItsParents() {
		try (ConfigurableApplicationContext parent = application(OrderListener.class).run();
				ConfigurableApplicationContext child = application(RefundListener.class).parent(parent).run()) {
			assertThat(listeners(parent)).containsOnlyKeys("order");
			assertThat(listeners(child)).containsOnlyKeys("order", "refund");
		}
	}

	private static SpringApplicationBuilder application(Class<?> listener) {
		return new SpringApplicationBuilder(DelayAutoConfiguration.class, DelayHealthContributorAutoConfiguration.class,
				listener)
			.web(WebApplicationType.NONE)
			.properties("delay.store.type=memory", "spring.main.banner-mode=off");
	}

	@SuppressWarnings("unchecked")
	private static Map<String, ?> listeners(ConfigurableApplicationContext context) {
		return (Map<String, ?>) context.getBean("delayHealthIndicator", DelayHealthIndicator.class)
			.health()
			.getDetails()
			.get("listeners");
	}

	static class OrderListener {

		@DelayListener(topic = "order")
		void handle(String order) {
		}

	}

	static class RefundListener {

		@DelayListener(topic = "refund")
		void handle(String order) {
		}

	}

}
