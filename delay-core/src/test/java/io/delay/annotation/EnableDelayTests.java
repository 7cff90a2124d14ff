/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.delay.annotation;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.UnsatisfiedDependencyException;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.delay.converter.JacksonPayloadConverter;
import io.delay.converter.PayloadConverter;
import io.delay.converter.SimplePayloadConverter;
import io.delay.listener.DelayListenerContainerFactory;
import io.delay.listener.DelayListenerRegistry;
import io.delay.store.JobStore;
import io.delay.store.memory.MemoryJobStore;
import io.delay.template.DelayOperations;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Timeout(30)
class EnableDelayTests {

	@Test
	void everythingButTheStoreIsMade() {
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext(StoreConfig.class)) {
			assertThat(context.getBean(PayloadConverter.class)).isInstanceOf(JacksonPayloadConverter.class);
			assertThat(context.getBean(DelayListenerRegistry.class).isRunning()).isTrue();
			assertThat(context.getBean(DelayOperations.class).submit("a", "x", Duration.ZERO).id()).hasSize(14);
		}
	}

	@Test
	void beansOfTheApplicationAreTaken() {
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext(StoreConfig.class,
				OwnBeans.class)) {
			assertThat(context.getBean(PayloadConverter.class)).isInstanceOf(SimplePayloadConverter.class);
			assertThat(context.getBeanNamesForType(DelayTemplate.class)).containsExactly("myTemplate");
			assertThat(context.getBeanNamesForType(DelayListenerContainerFactory.class)).containsExactly("myFactory");
			assertThat(context.getBeanNamesForType(DelayListenerRegistry.class)).containsExactly("myRegistry");
		}
	}

	@Test
	void enablingTwiceMakesEverythingOnce() {
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext(StoreConfig.class,
				Again.class)) {
			assertThat(context.getBeanNamesForType(DelayListenerAnnotationBeanPostProcessor.class)).hasSize(1);
			assertThat(context.getBeanNamesForType(DelayTemplate.class)).hasSize(1);
		}
	}

	@Test
	void missingStoreIsReported() {
		assertThatExceptionOfType(UnsatisfiedDependencyException.class)
			.isThrownBy(() -> new AnnotationConfigApplicationContext(Again.class))
			.withMessageContaining(JobStore.class.getName());
	}

	@Configuration(proxyBeanMethods = false)
	@EnableDelay
	static class StoreConfig {

		@Bean
		MemoryJobStore store() {
			return new MemoryJobStore();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableDelay
	static class Again {

	}

	@Configuration(proxyBeanMethods = false)
	static class OwnBeans {

		@Bean
		PayloadConverter myConverter() {
			return new SimplePayloadConverter();
		}

		@Bean
		DelayTemplate myTemplate(MemoryJobStore store, PayloadConverter converter) {
			return new DelayTemplate(store, store, converter);
		}

		@Bean
		DelayListenerContainerFactory myFactory(JobStore store) {
			return new DelayListenerContainerFactory(store);
		}

		@Bean
		DelayListenerRegistry myRegistry(DelayListenerContainerFactory factory) {
			return new DelayListenerRegistry(factory);
		}

	}

}
