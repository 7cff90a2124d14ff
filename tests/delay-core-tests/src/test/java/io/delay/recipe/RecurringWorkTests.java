// SPDX-License-Identifier: Apache-2.0

package io.delay.recipe;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.delay.annotation.DelayListener;
import io.delay.annotation.EnableDelay;
import io.delay.job.Job;
import io.delay.job.JobState;
import io.delay.job.SubmitStatus;
import io.delay.listener.JobContext;
import io.delay.store.memory.MemoryJobStore;
import io.delay.template.DelayOperations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The recipe for recurring work: a job that resubmits itself.
 */
@Timeout(30)
class RecurringWorkTests {

	@Test
	void everyRunIsFollowedByTheNextUntilTheMeterIsGone() {
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext(Config.class)) {
			MeterSchedule schedule = context.getBean(MeterSchedule.class);
			MeterListener listener = context.getBean(MeterListener.class);
			assertThat(schedule.begin("meter-7")).isEqualTo(SubmitStatus.CREATED);
			assertThat(schedule.begin("meter-7")).isEqualTo(SubmitStatus.EXISTING);
			await().until(() -> context.getBean(DelayOperations.class).find("meter-reading", "meter-7").isEmpty());
			assertThat(listener.read).containsExactly(1L, 2L, 3L);
		}
	}

	@Test
	void seriesEndsOnceItIsCancelled() {
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext(Config.class)) {
			DelayOperations template = context.getBean(DelayOperations.class);
			context.getBean(MeterListener.class).interval = Duration.ofHours(1);
			context.getBean(MeterSchedule.class).begin("meter-7");
			await().until(() -> template.find("meter-reading", "meter-7")
				.filter((job) -> job.state() == JobState.DELAYED)
				.isPresent());
			template.cancel("meter-reading", "meter-7");
			assertThat(template.find("meter-reading", "meter-7")).isEmpty();
		}
	}

	record MeterReading(String meter, long number) {

	}

	static class MeterSchedule {

		private final DelayOperations delayTemplate;

		MeterSchedule(DelayOperations delayTemplate) {
			this.delayTemplate = delayTemplate;
		}

		SubmitStatus begin(String meter) {
			return this.delayTemplate
				.submit(Job.to("meter-reading").id(meter).payload(new MeterReading(meter, 1)).build())
				.status();
		}

	}

	static class MeterListener {

		private final List<Long> read = new CopyOnWriteArrayList<>();

		private volatile Duration interval = Duration.ofMillis(20);

		@DelayListener(topic = "meter-reading")
		void read(MeterReading reading, JobContext context) {
			if (isRemoved(reading.meter())) {
				return;
			}
			store(reading);
			context.resubmit(new MeterReading(reading.meter(), reading.number() + 1), this.interval);
		}

		private boolean isRemoved(String meter) {
			return this.read.size() == 3;
		}

		private void store(MeterReading reading) {
			this.read.add(reading.number());
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableDelay
	static class Config {

		@Bean
		MemoryJobStore jobStore() {
			return new MemoryJobStore();
		}

		@Bean
		MeterSchedule meterSchedule(DelayOperations delayTemplate) {
			return new MeterSchedule(delayTemplate);
		}

		@Bean
		MeterListener meterListener() {
			return new MeterListener();
		}

	}

}
