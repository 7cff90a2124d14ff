// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.rest;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.util.unit.DataSize;

import io.delay.autoconfigure.DelayAutoConfiguration;
import io.delay.rest.RestOptions;
import io.delay.rest.reactive.DelayRestReactiveConfiguration;
import io.delay.rest.servlet.DelayRestServletConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link DelayRestAutoConfiguration}.
 */
class DelayRestAutoConfigurationTests {

	private static final AutoConfigurations CONFIGURATIONS = AutoConfigurations.of(DelayAutoConfiguration.class,
			DelayRestAutoConfiguration.class);

	private final WebApplicationContextRunner servlet = new WebApplicationContextRunner()
		.withConfiguration(CONFIGURATIONS)
		.withPropertyValues("delay.store.type=memory", "delay.rest.enabled=true");

	@Test
	void servletApplicationHasTheEndpoints() {
		this.servlet.run((context) -> assertThat(context).hasNotFailed()
			.hasSingleBean(DelayRestServletConfiguration.class)
			.hasBean("delayRestJobController")
			.doesNotHaveBean(DelayRestReactiveConfiguration.class));
	}

	@Test
	void reactiveApplicationHasTheEndpoints() {
		new ReactiveWebApplicationContextRunner().withConfiguration(CONFIGURATIONS)
			.withPropertyValues("delay.store.type=memory", "delay.rest.enabled=true")
			.run((context) -> assertThat(context).hasNotFailed()
				.hasSingleBean(DelayRestReactiveConfiguration.class)
				.hasBean("delayRestJobController")
				.doesNotHaveBean(DelayRestServletConfiguration.class));
	}

	@Test
	void applicationWithoutAWebServerHasNoEndpoints() {
		new ApplicationContextRunner().withConfiguration(CONFIGURATIONS)
			.withPropertyValues("delay.store.type=memory", "delay.rest.enabled=true")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean("delayRestJobController"));
	}

	@Test
	void restIsDisabledByDefault() {
		new WebApplicationContextRunner().withConfiguration(CONFIGURATIONS)
			.withPropertyValues("delay.store.type=memory")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(RestOptions.class));
	}

	@Test
	void restIsDisabledIfDelayIsDisabled() {
		this.servlet.withPropertyValues("delay.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(RestOptions.class));
	}

	@Test
	void restIsDisabledWithoutItsArtifact() {
		this.servlet.withClassLoader(new FilteredClassLoader("io.delay.rest"))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean("delayRestOptions"));
	}

	@Test
	void defaultsAreThoseOfTheOptions() {
		this.servlet.run((context) -> {
			RestOptions options = context.getBean(RestOptions.class);
			assertThat(options.authenticationRequired()).isTrue();
			assertThat(options.maxRequestSize()).isEqualTo(RestOptions.MAX_REQUEST_SIZE);
			assertThat(options.maxTotalRequestSize()).isEqualTo(RestOptions.defaults().maxTotalRequestSize());
			assertThat(options.maxWaiting()).isEqualTo(RestOptions.MAX_WAITING);
			assertThat(options.threads()).isEqualTo(RestOptions.THREADS);
		});
	}

	@Test
	void settingsReachTheOptions() {
		this.servlet
			.withPropertyValues("delay.rest.require-authentication=false", "delay.rest.max-request-size=1MB",
					"delay.rest.max-total-request-size=3MB", "delay.rest.max-waiting=7", "delay.rest.threads=3",
					"delay.topics.orders.ttr=5m")
			.run((context) -> {
				RestOptions options = context.getBean(RestOptions.class);
				assertThat(options.authenticationRequired()).isFalse();
				assertThat(options.maxRequestSize()).isEqualTo(DataSize.ofMegabytes(1));
				assertThat(options.maxTotalRequestSize()).isEqualTo(DataSize.ofMegabytes(3));
				assertThat(options.maxWaiting()).isEqualTo(7);
				assertThat(options.threads()).isEqualTo(3);
				assertThat(options.template().termsOf("orders").ttr()).hasMinutes(5);
			});
	}

	@ParameterizedTest
	@ValueSource(strings = { "delay.rest.path=delay", "delay.rest.path=/delay/", "delay.rest.path=/a b",
			"delay.rest.threads=0", "delay.rest.max-request-size=0B", "delay.rest.max-waiting=-1",
			"delay.rest.max-total-request-size=15MB" })
	void invalidSettingIsNamedInTheFailure(String setting) {
		this.servlet.withPropertyValues(setting)
			.run((context) -> assertThat(context).hasFailed().getFailure().rootCause().hasMessageContaining("must"));
	}

}
