// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.actuate;

import java.time.InstantSource;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.autoconfigure.endpoint.jmx.JmxEndpointAutoConfiguration;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.jmx.JmxEndpointsSupplier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.jmx.JmxAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.delay.actuate.DelayEndpoint;
import io.delay.actuate.DelayEndpointWebExtension;
import io.delay.actuate.request.EndpointParameters;
import io.delay.admin.DelayAdmin;
import io.delay.admin.DelayAdminOperations;
import io.delay.autoconfigure.DelayContexts;
import io.delay.autoconfigure.RecordedStore;
import io.delay.store.memory.MemoryJobStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.then;
import static org.mockito.Mockito.RETURNS_DEEP_STUBS;
import static org.mockito.Mockito.mock;

/**
 * There is an endpoint where it is exposed and can be had, and nothing of it elsewhere.
 */
class DelayEndpointAutoConfigurationTests {

	private final ApplicationContextRunner runner = DelayContexts.inMemory()
		.withConfiguration(AutoConfigurations.of(DelayEndpointAutoConfiguration.class));

	private final ApplicationContextRunner exposed = this.runner
		.withPropertyValues("management.endpoints.web.exposure.include=delay");

	@Test
	void endpointIsExposedByHttp() {
		this.exposed.run((context) -> assertThat(context).hasSingleBean(DelayEndpoint.class)
			.hasSingleBean(DelayEndpointWebExtension.class));
	}

	@Test
	void endpointIsNotExposedByJmx() {
		this.runner
			.withPropertyValues("spring.jmx.enabled=true", "management.endpoints.jmx.exposure.include=*",
					"management.endpoints.web.exposure.exclude=*")
			.withConfiguration(AutoConfigurations.of(JmxAutoConfiguration.class, EndpointAutoConfiguration.class,
					JmxEndpointAutoConfiguration.class))
			.run((context) -> assertThat(context.getBean(JmxEndpointsSupplier.class).getEndpoints())
				.noneMatch((endpoint) -> endpoint.getEndpointId().toString().equals("delay")));
	}

	@Test
	void endpointIsMissingUnlessExposed() {
		this.runner.run((context) -> assertThat(context).hasSingleBean(DelayAdmin.class)
			.doesNotHaveBean(DelayEndpoint.class)
			.doesNotHaveBean(DelayEndpointWebExtension.class));
	}

	@ParameterizedTest
	@ValueSource(strings = { "delay.enabled=false", "management.endpoint.delay.access=NONE" })
	void disabledEndpointIgnoresAnAdminOfTheApplication(String property) {
		MemoryJobStore store = new MemoryJobStore();
		this.exposed.withBean(MemoryJobStore.class, () -> store)
			.withBean(DelayAdmin.class, () -> new DelayAdmin(store, store, store))
			.withPropertyValues(property)
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(DelayEndpoint.class)
				.doesNotHaveBean(DelayEndpointWebExtension.class));
	}

	@ParameterizedTest
	@ValueSource(classes = { Endpoint.class, ConditionalOnAvailableEndpoint.class })
	void withoutTheLibraryThereIsNone(Class<?> missing) {
		this.exposed.withClassLoader(new FilteredClassLoader(missing))
			.run((context) -> assertThat(context).hasNotFailed()
				.hasSingleBean(DelayAdmin.class)
				.doesNotHaveBean("delayEndpoint"));
	}

	@Test
	void storeWithoutAdministrationHasNoEndpoint() {
		this.exposed.withBean(RecordedStore.class)
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(DelayEndpoint.class));
	}

	@Test
	void beanOfTheApplicationReplacesIt() {
		this.exposed.withUserConfiguration(OwnEndpoint.class)
			.run((context) -> assertThat(context).hasSingleBean(DelayEndpoint.class)
				.hasBean("mine")
				.hasSingleBean(DelayEndpointWebExtension.class));
	}

	@Test
	void endpointCallsTheAdminOfTheApplication() {
		DelayAdminOperations mine = mock(DelayAdminOperations.class, RETURNS_DEEP_STUBS);
		this.exposed.withBean("mine", DelayAdminOperations.class, () -> mine).run((context) -> {
			assertThat(context).hasSingleBean(DelayAdminOperations.class).doesNotHaveBean(DelayAdmin.class);
			context.getBean(DelayEndpointWebExtension.class)
				.topics(mock(SecurityContext.class), EndpointParameters.of(Map.of()));
			then(mine.topics()).should().names();
		});
	}

	@Configuration(proxyBeanMethods = false)
	static class OwnEndpoint {

		@Bean
		DelayEndpoint mine(DelayAdmin admin) {
			return new DelayEndpoint(admin, Set::of, InstantSource.system());
		}

	}

}
