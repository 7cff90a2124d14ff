// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.listener;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

import io.delay.annotation.DelayListener;
import io.delay.autoconfigure.DelayAutoConfiguration;
import io.delay.autoconfigure.DelayContexts;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Settings of a topic without a listener are reported.
 */
@ExtendWith(OutputCaptureExtension.class)
class TopicSettingsCheckTests {

	private final ApplicationContextRunner runner = DelayContexts.inMemory().withBean(Listener.class);

	@Test
	void topicWithSettingsButNoListenerIsReportedWithTheKnownTopics(CapturedOutput output) {
		this.runner.withPropertyValues("delay.topics.ordre.ttr=7s", "delay.topics.order.ttr=7s")
			.run((context) -> assertThat(output).containsOnlyOnce("There are settings under delay.topics")
				.contains("delay.topics.\"[ordre]\", but no @DelayListener handles topic 'ordre'. "
						+ "Known topics: [order, refund]"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "partitions=4", "failed.max-age=7d", "failed.max-count=9", "history.max-age=7d" })
	void settingsThatNeedNoListenerAreNotReported(String setting, CapturedOutput output) {
		this.runner.withPropertyValues("delay.topics.elsewhere." + setting)
			.run((context) -> assertThat(output).doesNotContain("There are settings under"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "concurrency=4", "batch=4", "rate-limit=4/s", "ttr=7s", "max-attempts=9",
			"auto-startup=false", "backoff.type=ttr" })
	void settingsThatNeedAListenerAreReportedEvenWithOtherSettings(String setting, CapturedOutput output) {
		this.runner.withPropertyValues("delay.topics.elsewhere." + setting, "delay.topics.elsewhere.partitions=1")
			.run((context) -> assertThat(output).contains("no @DelayListener handles topic 'elsewhere'"));
	}

	@Test
	void topicsWithAListenerAreNotReported(CapturedOutput output) {
		this.runner.withPropertyValues("delay.topics.order.ttr=7s", "delay.topics.refund.auto-startup=false")
			.run((context) -> assertThat(output).doesNotContain("There are settings under"));
	}

	@Test
	void topicWithAListenerInTheParentContextIsNotReported(CapturedOutput output) {
		try (ConfigurableApplicationContext parent = application().sources(Listener.class).run();
				ConfigurableApplicationContext child = application().parent(parent).run()) {
			assertThat(child.isRunning()).isTrue();
			assertThat(output).doesNotContain("There are settings under");
		}
	}

	private static SpringApplicationBuilder application() {
		return new SpringApplicationBuilder(DelayAutoConfiguration.class).web(WebApplicationType.NONE)
			.properties("delay.store.type=memory", "delay.topics.order.ttr=7s");
	}

	static class Listener {

		@DelayListener(topic = "order")
		void handle(String order) {
		}

		@DelayListener(topic = "refund")
		void refund(String order) {
		}

	}

}
