// SPDX-License-Identifier: Apache-2.0

package io.delay.boot.test;

import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.delay.autoconfigure.DelayAutoConfiguration;
import io.delay.autoconfigure.startup.DelayStartupCheckAutoConfiguration;
import io.delay.listener.container.DelayListenerRegistry;
import io.delay.redis.RedisConnections;
import io.delay.store.JobStore;
import io.delay.store.memory.MemoryJobStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link DelayTestAutoConfiguration} and the attributes of
 * {@link AutoConfigureDelay}.
 */
class DelayTestAutoConfigurationTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner().withConfiguration(AutoConfigurations
		.of(DelayTestAutoConfiguration.class, DelayAutoConfiguration.class, DelayStartupCheckAutoConfiguration.class));

	@Test
	void beansOfRedisAreNotCreated() {
		this.runner.run(
				(context) -> assertThat(context).hasSingleBean(JobStore.class).doesNotHaveBean(RedisConnections.class));
	}

	@Test
	void disabledDelayHasNoTester() {
		this.runner.withPropertyValues("delay.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(DelayTester.class));
	}

	@Test
	void testerUsesItsOwnClockAndStore() {
		this.runner.withUserConfiguration(OwnBeans.class).run((context) -> {
			assertThat(context.getBean(Clock.class)).isSameAs(OwnBeans.CLOCK);
			assertThat(context.getBean(DelayTester.class).clock()).isNotSameAs(OwnBeans.CLOCK);
			assertThat(context.getBean(JobStore.class)).isNotSameAs(OwnBeans.STORE);
		});
	}

	@Test
	void childContextsStartNoThreads() {
		this.runner.run((parent) -> childOf(parent).run((child) -> {
			assertThat(child).hasNotFailed();
			child.getBean(DelayListenerRegistry.class).start();
			assertThat(DelayThreads.running()).isEmpty();
		}));
	}

	private ApplicationContextRunner childOf(ApplicationContext parent) {
		return new ApplicationContextRunner().withParent(parent)
			.withConfiguration(
					AutoConfigurations.of(DelayAutoConfiguration.class, DelayStartupCheckAutoConfiguration.class));
	}

	@Test
	void timeThatIsNotAnInstantIsRejected() {
		assertThatIllegalArgumentException()
			.isThrownBy(
					() -> new InitialTimeContextCustomizerFactory().createContextCustomizer(WrongTime.class, List.of()))
			.withMessageContaining("'tomorrow'")
			.withMessageContaining(WrongTime.class.getName());
	}

	@Test
	void testsWithTheSameTimeShareTheApplication() {
		InitialTimeContextCustomizerFactory factory = new InitialTimeContextCustomizerFactory();
		assertThat(factory.createContextCustomizer(AtNine.class, List.of()))
			.isEqualTo(factory.createContextCustomizer(AtNine.Inner.class, List.of()))
			.isNotEqualTo(factory.createContextCustomizer(AtTen.class, List.of()))
			.isNotNull();
		assertThat(factory.createContextCustomizer(SliceTests.class, List.of())).isNull();
	}

	@AutoConfigureDelay(time = "tomorrow")
	static class WrongTime {

	}

	@AutoConfigureDelay(time = "2026-01-31T09:00:00Z")
	static class AtNine {

		@Nested
		class Inner {

		}

	}

	@AutoConfigureDelay(time = "2026-01-31T10:00:00Z")
	static class AtTen {

	}

	@Configuration(proxyBeanMethods = false)
	static class OwnBeans {

		private static final Clock CLOCK = Clock.system(ZoneOffset.UTC);

		private static final MemoryJobStore STORE = new MemoryJobStore();

		@Bean
		Clock applicationClock() {
			return CLOCK;
		}

		@Bean
		MemoryJobStore applicationStore() {
			return STORE;
		}

	}

}
