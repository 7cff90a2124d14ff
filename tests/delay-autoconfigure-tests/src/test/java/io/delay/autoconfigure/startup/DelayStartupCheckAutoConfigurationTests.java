// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.startup;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.mock.env.MockEnvironment;

import io.delay.admin.DelayAdmin;
import io.delay.annotation.DelayListener;
import io.delay.autoconfigure.ApplicationName;
import io.delay.autoconfigure.DelayAutoConfiguration;
import io.delay.autoconfigure.DelayContexts;
import io.delay.autoconfigure.StartupFailure;
import io.delay.listener.container.DelayListenerContainer;
import io.delay.listener.container.DelayListenerRegistry;
import io.delay.store.ConsumerOrigin;
import io.delay.store.ConsumerRegistration;
import io.delay.store.ConsumerTerms;
import io.delay.store.ReserveTerms;
import io.delay.store.memory.MemoryJobStore;
import io.delay.template.DelayTemplate;
import io.delay.test.redis.EmbeddedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The start-up check of applications.
 */
@ExtendWith(OutputCaptureExtension.class)
class DelayStartupCheckAutoConfigurationTests {

	private static final String FAIL = "delay.startup-check=fail";

	private final MemoryJobStore store = new MemoryJobStore();

	private final ApplicationContextRunner inMemory = DelayContexts.inMemory()
		.withBean(MemoryJobStore.class, () -> this.store)
		.withBean(OrderListener.class)
		.withPropertyValues("spring.application.name=shop", "delay.topics.order.ttr=30s");

	@Test
	void serverAndListenersAreCheckedBeforeTheListenersStart() {
		DelayContexts.withoutServer().run((context) -> {
			assertThat(context).hasSingleBean(StartupCheck.class)
				.hasBean("delayRedisServerInspection")
				.hasSingleBean(ListenerTermsInspection.class);
			assertThat(context.getBean(StartupCheck.class).getPhase())
				.isLessThan(context.getBean(DelayListenerRegistry.class).getPhase());
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "off", "false", "OFF" })
	void disabledCheckDefinesNoBeans(String off) {
		DelayContexts.withoutServer()
			.withPropertyValues("delay.startup-check=" + off)
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(StartupCheck.class)
				.doesNotHaveBean(StartupInspection.class));
	}

	@Test
	void ttrOfAPropertyWithoutAUnitIsReported(CapturedOutput output) {
		this.inMemory.withPropertyValues("delay.topics.order.ttr=30")
			.run((context) -> await()
				.untilAsserted(() -> assertThat(output).contains("TTR 30 ms of listener 'order' for topic 'order'")));
	}

	@Test
	void onlyListenersAreComparedWithoutRedis() {
		this.inMemory.withClassLoader(new FilteredClassLoader("io.delay.redis", "io.lettuce"))
			.withPropertyValues("delay.store.type=memory")
			.run((context) -> assertThat(context).hasNotFailed()
				.hasSingleBean(ListenerTermsInspection.class)
				.doesNotHaveBean("delayRedisServerInspection"));
	}

	@Test
	void serverWithoutPersistenceIsReportedOrFailsTheStart(CapturedOutput output) {
		try (EmbeddedRedis redis = EmbeddedRedis.start()) {
			ApplicationContextRunner onRedis = DelayContexts.withoutServer()
				.withInitializer((context) -> context
					.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
				.withPropertyValues("spring.data.redis.port=" + redis.port());
			onRedis.run((context) -> {
				await().until(() -> output.getOut().contains("No persistence of Redis is visible"));
				assertThat(output.getOut().lines().filter((line) -> line.contains("No persistence"))).singleElement()
					.asString()
					.contains("WARN", "delay-startup-check", "localhost:" + redis.port());
			});
			onRedis.withBean(OrderListener.class)
				.withPropertyValues(FAIL, "delay.redis.wait-replicas=1")
				.run((context) -> {
					FailureAnalysis analysis = StartupFailure.analyze(context);
					assertThat(analysis.getDescription()).contains("    - No persistence of Redis is visible",
							"    - Redis has fewer replicas");
					assertThat(analysis.getAction()).contains("delay.startup-check=warn", "off");
				});
		}
		DelayContexts.withoutServer().withPropertyValues(FAIL).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(output).contains("the start-up check continues in the background");
		});
	}

	@Test
	void topicWithADifferentNumberOfPartitionsFailsTheStart() {
		try (EmbeddedRedis redis = EmbeddedRedis.start("appendonly yes")) {
			ApplicationContextRunner onRedis = DelayContexts.withoutServer()
				.withBean(OrderListener.class)
				.withPropertyValues("spring.data.redis.port=" + redis.port(), FAIL);
			onRedis.run((context) -> {
				assertThat(context).hasNotFailed();
				context.getBean(DelayTemplate.class).submit("order.timeout", "payload", Duration.ofHours(1));
				await().until(() -> context.getBean(DelayAdmin.class).topics().names().contains("order"));
			});
			onRedis.withPropertyValues("delay.topics.order.partitions=2", "delay.topics.[order.timeout].partitions=4")
				.run((context) -> assertThat(StartupFailure.analyze(context).getDescription()).contains(
						"    - Topic 'order' is kept in 1 partition, but this application is configured for 2. Set "
								+ "delay.topics.order.partitions (or delay.redis.partitions) to 1.",
						"    - Topic 'order.timeout' is kept in 1 partition, but this application is configured "
								+ "for 4. Set delay.topics.\"[order.timeout]\".partitions "
								+ "(or delay.redis.partitions) to 1."));
		}
	}

	@Test
	void slowRateLimitOnSeveralPartitionsIsReportedWithoutFailingTheStart(CapturedOutput output) {
		try (EmbeddedRedis redis = EmbeddedRedis.start("appendonly yes")) {
			DelayContexts.withoutServer()
				.withBean(OrderListener.class)
				.withPropertyValues("spring.data.redis.port=" + redis.port(), FAIL, "delay.topics.order.partitions=4",
						"delay.topics.order.rate-limit=10/m")
				.run((context) -> {
					assertThat(context).hasNotFailed();
					assertThat(output)
						.containsOnlyOnce("Rate limit 10/m of topic 'order' permits less than one job per second");
				});
		}
	}

	@Test
	void differentTermsOfAnotherApplicationFailTheStart() {
		announce("billing", 30, 5);
		this.inMemory.withPropertyValues(FAIL).run((context) -> assertThat(context).hasNotFailed());
		announce("billing", 60, 5);
		this.inMemory.withPropertyValues(FAIL)
			.run((context) -> assertThat(StartupFailure.analyze(context).getDescription()).contains(
					"Listeners of topic 'order' differ: '",
					"of this application (shop) has TTR 30000 ms and 5 attempts",
					"'orders' of application billing on host-1 has TTR 60000 ms and 5 attempts",
					"Set delay.topics.\"[order]\".ttr and max-attempts to the same values everywhere"));
		this.inMemory.withPropertyValues(FAIL, "delay.topics.order.auto-startup=false")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void differentTermsOfTheSameApplicationOnlyCauseAWarning(CapturedOutput output) {
		announce("shop", 30, 3);
		this.inMemory.withPropertyValues(FAIL).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(output)
				.containsOnlyOnce("'orders' of application shop on host-1 has TTR 30000 ms and 3 attempts")
				.contains("unless this is a rolling update that changes them");
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "shop\tin\nthe street\u007f" })
	void instancesOfTheSameApplicationAreRecognizedWhateverItsName(String name) {
		MockEnvironment environment = new MockEnvironment().withProperty("spring.application.name", name);
		assertThat(ApplicationName.of(environment)).isEqualTo(name.isBlank() ? "application" : "shop in the street ");
		this.inMemory.withPropertyValues("delay.topics.order.auto-startup=false")
			.withInitializer((context) -> context.getEnvironment()
				.getPropertySources()
				.addFirst(new MapPropertySource("name", Map.of("spring.application.name", name))))
			.run((context) -> {
				DelayListenerContainer container = context.getBean(DelayListenerRegistry.class).container("order");
				container.start();
				await().until(() -> !this.store.consumers("order").isEmpty());
				String announced = this.store.consumers("order").get(0).consumer().origin().application();
				assertThat(announced).isEqualTo(ApplicationName.of(environment));
				announce(announced, 7, 7);
				assertThat(context.getBean(ListenerTermsInspection.class).findings()).singleElement()
					.satisfies((finding) -> assertThat(finding.lasting()).isFalse());
			});
	}

	@Test
	void aChildContextComparesItsOwnListenersOnly() {
		try (ConfigurableApplicationContext parent = application().sources(OrderListener.class).run();
				ConfigurableApplicationContext child = application().parent(parent).run()) {
			announce(parent.getBean(MemoryJobStore.class), "billing", 7, 7);
			assertThat(parent.getBean(ListenerTermsInspection.class).findings()).hasSize(1);
			assertThat(child.getBean(DelayListenerRegistry.class).containers()).isEmpty();
			assertThat(child.getBean(ListenerTermsInspection.class).findings()).isEmpty();
		}
	}

	private static SpringApplicationBuilder application() {
		return new SpringApplicationBuilder(DelayAutoConfiguration.class, DelayStartupCheckAutoConfiguration.class)
			.web(WebApplicationType.NONE)
			.properties("delay.store.type=memory");
	}

	private void announce(String application, int ttrSeconds, int maxAttempts) {
		announce(this.store, application, ttrSeconds, maxAttempts);
	}

	private static void announce(MemoryJobStore store, String application, int ttrSeconds, int maxAttempts) {
		store
			.announce(new ConsumerRegistration("order", "poller-1", new ConsumerOrigin(application, "host-1", "orders"),
					new ConsumerTerms(1, new ReserveTerms(Duration.ofSeconds(ttrSeconds), maxAttempts))));
	}

	static class OrderListener {

		@DelayListener(topic = "order")
		void handle(String order) {
		}

	}

}
