// SPDX-License-Identifier: Apache-2.0

package io.delay.recipe;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.delay.annotation.DelayListener;
import io.delay.job.ConflictPolicy;
import io.delay.job.Job;
import io.delay.job.JobState;
import io.delay.job.SubmitResult;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The recipe for a throttle.
 */
class ThrottleTests {

	private final RecipeApplication application = RecipeApplication.of(Mail.class, Digests.class);

	private final Digests digests = this.application.bean(Digests.class);

	private final Mail mail = this.application.bean(Mail.class);

	private final Instant start = this.application.now();

	ThrottleTests() {
		this.mail.application = this.application;
	}

	@AfterEach
	void close() {
		this.application.close();
	}

	@Test
	void firstEventSchedulesTheMailAndLaterEventsBeforeItAreDropped() {
		for (int minute = 0; minute < 10; minute++) {
			this.digests.happened("lily");
			this.application.advance(Duration.ofMinutes(1));
		}
		assertThat(sent()).containsExactly(Duration.ofMinutes(10));
	}

	@Test
	void constantEventsLeadToAMailEveryTenMinutes() {
		for (int second = 0; second < 3600; second++) {
			this.digests.happened("lily");
			this.application.advance(Duration.ofSeconds(1));
		}
		assertThat(sent()).hasSize(6);
		for (int mail = 1; mail < 6; mail++) {
			assertThat(sent().get(mail).minus(sent().get(mail - 1))).isGreaterThanOrEqualTo(Duration.ofMinutes(10));
		}
	}

	@Test
	void eventDuringTheMailIsInTheNextMail() {
		this.mail.during = () -> this.digests.happened("lily");
		this.digests.happened("lily");
		this.application.advance(Duration.ofHours(1));
		assertThat(sent()).containsExactly(Duration.ofMinutes(10), Duration.ofMinutes(20));
	}

	@Test
	void eventAfterAFailedMailSchedulesTheNextMail() {
		this.mail.failures = 10;
		this.digests.happened("lily");
		this.application.advance(Duration.ofHours(1));
		assertThat(this.application.template().find("digest", "lily").orElseThrow().state()).isEqualTo(JobState.FAILED);
		this.mail.failures = 0;
		this.digests.happened("lily");
		this.application.advance(Duration.ofHours(1));
		assertThat(sent()).containsExactly(Duration.ofMinutes(70));
	}

	private List<Duration> sent() {
		return this.mail.sent.stream().map((mail) -> Duration.between(this.start, mail)).toList();
	}

	record Digest(String user) {

	}

	static class Digests {

		private final Mail mail;

		private final DelayTemplate delayTemplate;

		Digests(Mail mail, DelayTemplate delayTemplate) {
			this.mail = mail;
			this.delayTemplate = delayTemplate;
		}

		void happened(String user) {
			SubmitResult result = submit(user, ConflictPolicy.KEEP);
			if (result.found() == JobState.RESERVED || result.found() == JobState.FAILED) {
				submit(user, ConflictPolicy.REPLACE);
			}
		}

		private SubmitResult submit(String user, ConflictPolicy onConflict) {
			return this.delayTemplate.submit(Job.to("digest")
				.id(user)
				.payload(new Digest(user))
				.delay(Duration.ofMinutes(10))
				.onConflict(onConflict)
				.build());
		}

		@DelayListener("digest")
		void send(Digest digest) {
			this.mail.send(digest.user());
		}

	}

	static class Mail {

		private final List<Instant> sent = new ArrayList<>();

		private RecipeApplication application;

		private int failures;

		private Runnable during = () -> {
		};

		void send(String user) {
			if (this.failures > 0) {
				this.failures--;
				throw new IllegalStateException("The mail server is unavailable");
			}
			this.sent.add(this.application.now());
			Runnable once = this.during;
			this.during = () -> {
			};
			once.run();
		}

	}

}
