// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure;

import java.time.Duration;
import java.util.Map;
import java.util.Set;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.delay.admin.DelayAdmin;
import io.delay.admin.DelayAdminOptions;
import io.delay.annotation.DelayListener;
import io.delay.annotation.EnableDelay;
import io.delay.autoconfigure.properties.DelayProperties;
import io.delay.job.Job;
import io.delay.job.JobState;
import io.delay.redis.RedisJobStoreAdministrator;
import io.delay.redis.RedisJobStoreOptions;
import io.delay.retention.FailedJobRetention;
import io.delay.retention.RetentionSettings;
import io.delay.store.JobStore;
import io.delay.store.admin.FailedRetention;
import io.delay.store.admin.JobStoreAdministrator;
import io.delay.store.admin.JobStoreInspector;
import io.delay.store.admin.Operator;
import io.delay.store.history.FinishedRun;
import io.delay.store.history.HistoryLimits;
import io.delay.store.history.HistorySettings;
import io.delay.store.memory.MemoryJobStore;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.then;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;

/**
 * People can see and move jobs, and failed jobs are dropped if a setting says so.
 */
class AdminConfigurationTests {

	private final ApplicationContextRunner onRedis = DelayContexts.withoutServer();

	private final ApplicationContextRunner inMemory = DelayContexts.inMemory();

	// No test starts with a thread of the one before, and none leaves one behind
	@AfterEach
	void awaitNoRetentionThread() {
		Awaitility.await().until(() -> retentionThreads() == 0);
	}

	@Test
	void redisHasAnAdmin() {
		this.onRedis.run((context) -> assertThat(context).hasSingleBean(DelayAdmin.class)
			.hasSingleBean(JobStoreAdministrator.class)
			.hasSingleBean(RedisJobStoreAdministrator.class)
			.hasSingleBean(FailedJobRetention.class));
	}

	@Test
	void adminChangesTheJobsOfTheMemoryStore() {
		this.inMemory.run((context) -> {
			String id = context.getBean(DelayTemplate.class).submit("order", "4711", Duration.ofHours(1)).id();
			DelayAdmin admin = context.getBean(DelayAdmin.class);
			assertThat(admin.jobs().bury("order", id, "why")).contains(JobState.DELAYED);
			assertThat(admin.jobs().kick("order", id)).contains(JobState.FAILED);
			assertThat(admin.topics().status("order").count(JobState.READY)).isOne();
			assertThat(context.getBean(JobStoreAdministrator.class)).isSameAs(context.getBean(JobStore.class));
		});
	}

	@Test
	void adminIsMissingIfDelayIsDisabled() {
		this.onRedis.withPropertyValues("delay.enabled=false", "delay.failed.max-count=-1")
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(DelayAdmin.class)
				.doesNotHaveBean(JobStoreAdministrator.class)
				.doesNotHaveBean(FailedJobRetention.class));
	}

	@Test
	void enableDelayWithTheAutoConfigurationCreatesOneAdmin() {
		this.inMemory.withUserConfiguration(Enabled.class)
			.run((context) -> assertThat(context).hasSingleBean(DelayAdmin.class));
	}

	@Test
	void adminOfTheApplicationReplacesTheDefault() {
		this.inMemory.withUserConfiguration(OwnAdmin.class)
			.run((context) -> assertThat(context).hasSingleBean(DelayAdmin.class).hasBean("mine"));
	}

	@Test
	void administratorOfTheApplicationReplacesThatOfRedis() {
		JobStoreAdministrator administrator = administratorThatPauses("order");
		this.onRedis.withBean("mine", JobStoreAdministrator.class, () -> administrator).run((context) -> {
			assertThat(context).hasSingleBean(JobStoreAdministrator.class);
			assertThat(context.getBean(DelayAdmin.class).topics().pause("order")).isTrue();
		});
	}

	@Test
	void administratorOfTheApplicationTakesPrecedenceOverTheMemoryStore() {
		JobStoreAdministrator administrator = administratorThatPauses("order");
		this.inMemory.withBean("mine", JobStoreAdministrator.class, () -> administrator).run((context) -> {
			assertThat(context.getBean(DelayAdmin.class).topics().pause("order")).isTrue();
			assertThat(context.getBean(MemoryJobStore.class).status("order").paused()).isFalse();
		});
	}

	@Test
	void retentionOfTheApplicationReplacesTheDefault() {
		this.inMemory.withUserConfiguration(OwnRetention.class)
			.run((context) -> assertThat(context).hasSingleBean(FailedJobRetention.class).hasBean("mine"));
	}

	@Test
	void aStoreWithoutAnAdministratorHasNoAdmin() {
		this.onRedis.withBean(RecordedStore.class)
			.run((context) -> assertThat(context).hasNotFailed()
				.hasSingleBean(DelayTemplate.class)
				.doesNotHaveBean(DelayAdmin.class)
				.doesNotHaveBean(FailedJobRetention.class));
	}

	@Test
	void limitsWithoutAnAdministratorFailTheStartWithARemedy() {
		ApplicationContextRunner runner = this.onRedis.withBean(RecordedStore.class);
		for (String setting : new String[] { "delay.failed.max-age=7d", "delay.topics.order.failed.max-count=1" }) {
			runner.withPropertyValues(setting).run((context) -> {
				FailureAnalysis analysis = StartupFailure.analyze(context);
				assertThat(analysis.getDescription()).contains("configured to drop failed jobs",
						"its own JobStore and no JobStoreAdministrator");
				assertThat(analysis.getAction()).contains("Define a JobStoreAdministrator bean", "remove delay.failed",
						"declare that class as the return type of the @Bean method");
			});
		}
	}

	@Test
	void failedJobsAreKeptByDefault() {
		this.inMemory.withBean(Listener.class).run((context) -> {
			assertThat(settings(context.getBean(DelayProperties.class)).isUnlimited()).isTrue();
			assertThat(retentionThreads()).isZero();
		});
	}

	@Test
	void limitOfATopicTakesPrecedenceOverTheGeneralLimit() {
		this.inMemory
			.withPropertyValues("delay.failed.max-age=7d", "delay.failed.max-count=1000",
					"delay.topics.order.failed.max-count=5", "delay.topics.[order.timeout].failed.max-age=1h")
			.run((context) -> {
				RetentionSettings settings = settings(context.getBean(DelayProperties.class));
				assertThat(settings.retentionOf("refund")).isEqualTo(new FailedRetention(Duration.ofDays(7), 1000));
				assertThat(settings.retentionOf("order")).isEqualTo(new FailedRetention(Duration.ofDays(7), 5));
				assertThat(settings.retentionOf("order.timeout"))
					.isEqualTo(new FailedRetention(Duration.ofHours(1), 1000));
			});
	}

	@Test
	void noTopicKeepsAHistoryByDefault() {
		this.inMemory
			.run((context) -> assertThat(history(context.getBean(DelayProperties.class)).isOn("order")).isFalse());
	}

	@Test
	void historySettingOfATopicTakesPrecedenceOverTheGeneralSetting() {
		this.inMemory
			.withPropertyValues("delay.history.max-age=7d", "delay.history.max-count=1000",
					"delay.topics.order.history.max-count=5", "delay.topics.[order.timeout].history.payloads=true",
					"delay.topics.none.history.max-count=0")
			.run((context) -> {
				HistorySettings settings = history(context.getBean(DelayProperties.class));
				assertThat(settings.limitsOf("refund")).isEqualTo(new HistoryLimits(1000, Duration.ofDays(7), null));
				assertThat(settings.limitsOf("order")).isEqualTo(new HistoryLimits(5, Duration.ofDays(7), null));
				assertThat(settings.limitsOf("order.timeout"))
					.isEqualTo(new HistoryLimits(1000, Duration.ofDays(7), true));
				assertThat(settings.isOn("none")).isFalse();
			});
	}

	@Test
	void historyWithOnlyAMaximumAgeKeepsAMillionRuns() {
		this.inMemory.withPropertyValues("delay.history.max-age=7d").run((context) -> {
			HistorySettings settings = history(context.getBean(DelayProperties.class));
			assertThat(settings.isOn("order")).isTrue();
			assertThat(settings.limitsOf("order").count()).isEqualTo(1_000_000);
		});
	}

	@Test
	void storesKeepTheConfiguredHistory() {
		this.inMemory.withPropertyValues("delay.history.max-count=3").run((context) -> {
			DelayTemplate template = context.getBean(DelayTemplate.class);
			for (int i = 0; i < 5; i++) {
				template.submit(Job.to("pulled").id("job-" + i).payload("payload").build());
				template.ack(template.reserve("pulled", 1).get(0).lease());
			}
			DelayAdmin admin = context.getBean(DelayAdmin.class);
			assertThat(admin.jobs().history("pulled", null, 10).runs()).extracting(FinishedRun::id)
				.containsExactly("job-4", "job-3", "job-2");
			assertThat(admin.jobs().history("pulled", "job-3", null, 10).runs()).hasSize(1);
		});
		this.onRedis.withPropertyValues("delay.topics.order.history.max-count=3")
			.run((context) -> assertThat(
					context.getBean(RedisJobStoreOptions.class).history().limitsOf("order").count())
				.isEqualTo(3));
	}

	private static HistorySettings history(DelayProperties properties) {
		return properties.historySettings();
	}

	@Test
	void failedJobsAreDroppedOnlyFromTopicsWithAListenerOrALimit() {
		this.inMemory.withBean(Listener.class)
			.withPropertyValues("delay.failed.max-count=1", "delay.topics.pulled.failed.max-count=2",
					"delay.topics.tuned.ttr=7s")
			.run((context) -> {
				for (String topic : new String[] { "order", "pulled", "tuned", "of-another-application" }) {
					fail(context.getBean(DelayTemplate.class), context.getBean(DelayAdmin.class), topic, 4);
				}
				assertThat(retentionThreads()).isOne();
				context.getBean(FailedJobRetention.class).dropNow();
				DelayAdmin admin = context.getBean(DelayAdmin.class);
				assertThat(failed(admin, "order")).isEqualTo(1);
				assertThat(failed(admin, "pulled")).isEqualTo(2);
				assertThat(failed(admin, "tuned")).isEqualTo(4);
				assertThat(failed(admin, "of-another-application")).isEqualTo(4);
			});
	}

	@Test
	void aChildContextDropsTheFailedJobsOfItsOwnListeners() {
		JobStoreAdministrator administrator = mock(JobStoreAdministrator.class);
		try (ConfigurableApplicationContext parent = application()
			.initializers((context) -> context.getBeanFactory().registerSingleton("mine", administrator))
			.run(); ConfigurableApplicationContext child = application().sources(Listener.class).parent(parent).run()) {
			parent.getBean(FailedJobRetention.class).dropNow();
			then(administrator).should(never()).dropFailed(any(), any(), anyInt());
			child.getBean(FailedJobRetention.class).dropNow();
			then(administrator).should().dropFailed(eq("order"), any(), anyInt());
		}
	}

	@Test
	void failedJobsAreDroppedUnderLazyInitialization() {
		try (ConfigurableApplicationContext context = application().properties("spring.main.lazy-initialization=true")
			.run()) {
			assertThat(context.getBeanFactory().containsSingleton("delayAdmin")).isFalse();
			assertThat(retentionThreads()).isOne();
		}
	}

	private static SpringApplicationBuilder application() {
		return new SpringApplicationBuilder(DelayAutoConfiguration.class).web(WebApplicationType.NONE)
			.properties("delay.store.type=memory", "delay.failed.max-count=1");
	}

	private static RetentionSettings settings(DelayProperties properties) {
		return properties.retentionSettings();
	}

	private static void fail(DelayTemplate template, DelayAdmin admin, String topic, int jobs) {
		for (int i = 0; i < jobs; i++) {
			template.submit(Job.to(topic).id("job-" + i).payload("4711").delay(Duration.ofHours(1)).build());
			admin.jobs().bury(topic, "job-" + i, "why");
		}
	}

	private static long failed(DelayAdmin admin, String topic) {
		return admin.topics().status(topic).count(JobState.FAILED);
	}

	private static long retentionThreads() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().equals("delay-retention"))
			.count();
	}

	private static JobStoreAdministrator administratorThatPauses(String topic) {
		JobStoreAdministrator administrator = mock(JobStoreAdministrator.class);
		given(administrator.pause(eq(topic), any(Operator.class))).willReturn(true);
		return administrator;
	}

	static class Listener {

		@DelayListener(topic = "order")
		void handle(String order) {
		}

	}

	@EnableDelay
	@Configuration(proxyBeanMethods = false)
	static class Enabled {

	}

	@Configuration(proxyBeanMethods = false)
	static class OwnAdmin {

		@Bean
		DelayAdmin mine(JobStore store, JobStoreInspector inspector, JobStoreAdministrator administrator) {
			return new DelayAdmin(store, inspector, administrator, DelayAdminOptions.defaults().withHost("desk"));
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OwnRetention {

		@Bean
		FailedJobRetention mine(JobStoreAdministrator administrator) {
			return new FailedJobRetention(administrator, new RetentionSettings(FailedRetention.UNLIMITED, Map.of()),
					Set::of);
		}

	}

}
