// SPDX-License-Identifier: Apache-2.0

package io.delay.boot.test;

import java.time.Instant;
import java.time.InstantSource;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Fallback;
import org.springframework.context.annotation.Primary;
import org.springframework.core.env.Environment;
import org.springframework.transaction.PlatformTransactionManager;

import io.delay.autoconfigure.CallerRunsMarker;
import io.delay.autoconfigure.DelayAutoConfiguration;
import io.delay.autoconfigure.ListenerRegistries;
import io.delay.autoconfigure.OnDelayEnabledCondition;
import io.delay.boot.test.InitialTimeContextCustomizerFactory.InitialTimeContextCustomizer;
import io.delay.converter.PayloadConverter;
import io.delay.listener.container.CallerRunsContainers;
import io.delay.listener.container.DelayListenerContainerFactory;
import io.delay.listener.watch.DelayEventPublisher;
import io.delay.store.memory.MemoryJobStore;

/**
 * Auto-configuration for tests with {@link AutoConfigureDelay}.
 *
 * @since 0.1.0
 */
@AutoConfiguration(before = DelayAutoConfiguration.class)
@Conditional(OnDelayEnabledCondition.class)
public final class DelayTestAutoConfiguration {

	// A clock of the application takes precedence
	@Bean
	@Fallback
	TesterClock delayTesterClock(Environment environment) {
		String time = environment.getProperty(InitialTimeContextCustomizer.PROPERTY, "");
		Instant initialTime = time.isEmpty() ? null : Instant.parse(time);
		return new TesterClock(() -> (initialTime != null) ? initialTime : InstantSource.system().instant());
	}

	// Takes precedence over a store of the application
	@Bean
	@Primary
	MemoryJobStore delayTesterJobStore(TesterClock delayTesterClock) {
		return new MemoryJobStore(delayTesterClock);
	}

	// Takes precedence over the transactions of a store of the application
	@Bean
	@Primary
	TesterTransactions delayTesterTransactions(MemoryJobStore delayTesterJobStore,
			ObjectProvider<PlatformTransactionManager> transactionManagers) {
		return new TesterTransactions(delayTesterJobStore, transactionManagers);
	}

	@Bean
	DelayTester delayTester(MemoryJobStore delayTesterJobStore, TesterClock delayTesterClock,
			PayloadConverter converter, ApplicationContext context) {
		return new DelayTester(delayTesterJobStore, delayTesterClock, converter, () -> ListenerRegistries.of(context));
	}

	@Bean
	CallerRunsMarker delayTesterCallerRunsMarker() {
		return new CallerRunsMarker();
	}

	@Bean
	static CallerRunsBeanPostProcessor delayTesterBeanPostProcessor() {
		return new CallerRunsBeanPostProcessor();
	}

	/**
	 * Replaces the beans that start threads by beans that use the calling thread, whether
	 * the application or the auto-configuration defines them.
	 */
	static final class CallerRunsBeanPostProcessor implements BeanPostProcessor {

		@Override
		public Object postProcessAfterInitialization(Object bean, String beanName) {
			if (bean instanceof DelayListenerContainerFactory factory) {
				return CallerRunsContainers.factory(factory);
			}
			return (bean instanceof DelayEventPublisher publisher) ? publisher.onCallingThread() : bean;
		}

	}

}
