// SPDX-License-Identifier: Apache-2.0

package io.delay.boot.test;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.autoconfigure.json.JsonTest;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.ContextConfiguration;

import io.delay.annotation.DelayListener;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link DelayTester} in a slice, which has none of the auto-configurations of
 * Delay unless they are requested.
 */
@JsonTest
@ContextConfiguration(classes = SliceTests.Application.class)
@AutoConfigureDelay
@Import(SliceTests.Reminders.class)
class SliceTests {

	@Autowired
	private DelayTester delay;

	@Autowired
	private DelayTemplate delayTemplate;

	@Autowired
	private Reminders reminders;

	// All tests have the same application
	@BeforeEach
	void forgetReminders() {
		this.reminders.texts.clear();
	}

	@Test
	void jobsRunInASlice() {
		this.delayTemplate.submit("reminder", new Reminder("buy tea"), Duration.ofDays(7));
		this.delay.advance(Duration.ofDays(7));
		assertThat(this.reminders.texts).containsExactly("buy tea");
	}

	@Test
	void clockStandsStillAtTheTimeOfTheStart() {
		Instant time = this.delay.now();
		assertThat(time).isBetween(Instant.now().minusSeconds(60), Instant.now());
		assertThat(time.getNano() % 1_000_000).isZero();
		assertThat(this.delay.now()).isEqualTo(time);
	}

	// Depending on the order of the classes, the application of another test is cached
	@Test
	void delayRunsNoThreads() {
		this.delayTemplate.submit("reminder", new Reminder("buy tea"), Duration.ZERO);
		this.delay.advance(Duration.ofDays(1));
		assertThat(DelayThreads.running()).isEmpty();
	}

	@SpringBootConfiguration
	@EnableAutoConfiguration
	static class Application {

	}

	static class Reminders {

		private final List<String> texts = new ArrayList<>();

		@DelayListener(topic = "reminder")
		void remind(Reminder reminder) {
			this.texts.add(reminder.text());
		}

	}

	record Reminder(String text) {

	}

}
