// SPDX-License-Identifier: Apache-2.0

package io.delay.recipe;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.delay.annotation.Backoff;
import io.delay.annotation.DelayListener;
import io.delay.job.Job;
import io.delay.job.JobState;
import io.delay.listener.JobContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The recipe for a callback with growing gaps.
 */
class CallbackTests {

	private final RecipeApplication application = RecipeApplication.of(Partner.class, Callbacks.class,
			AgreedCallbacks.class);

	private final Partner partner = this.application.bean(Partner.class);

	@AfterEach
	void close() {
		this.application.close();
	}

	@Test
	void gapsGrowUntilThePartnerAnswers() {
		this.partner.unavailable = 4;
		List<Duration> calls = callsOf("payment-callback", "/paid");
		assertThat(calls.get(0)).isZero();
		assertGap(calls, 1, 15, 20);
		assertGap(calls, 2, 40, 80);
		assertGap(calls, 3, 160, 320);
		assertGap(calls, 4, 640, 1280);
		assertThat(calls).hasSize(5);
		assertThat(this.application.template().find("payment-callback", "a")).isEmpty();
	}

	@Test
	void callbackIsFailedAfterSevenAttempts() {
		this.partner.unavailable = Integer.MAX_VALUE;
		List<Duration> calls = callsOf("payment-callback", "/paid");
		assertThat(calls).hasSize(7);
		assertGap(calls, 6, 10_240, 20_480);
		assertThat(state("payment-callback")).isEqualTo(JobState.FAILED);
	}

	@Test
	void callbackThatThePartnerRejectsIsNotRepeated() {
		assertThat(callsOf("payment-callback", "/unknown")).hasSize(1);
		assertThat(state("payment-callback")).isEqualTo(JobState.FAILED);
	}

	@Test
	void callsFollowTheAgreedGaps() {
		this.partner.unavailable = 3;
		assertThat(callsOf("agreed-callback", "/paid")).containsExactly(Duration.ZERO, Duration.ofSeconds(15),
				Duration.ofSeconds(30), Duration.ofSeconds(210));
		assertThat(this.application.template().find("agreed-callback", "a")).isEmpty();
	}

	@Test
	void callbackIsFailedAfterTheLastAgreedGap() {
		this.partner.unavailable = Integer.MAX_VALUE;
		assertThat(callsOf("agreed-callback", "/paid")).hasSize(AgreedCallbacks.GAPS.size() + 1);
		assertThat(state("agreed-callback")).isEqualTo(JobState.FAILED);
	}

	private List<Duration> callsOf(String topic, String path) {
		this.partner.application = this.application;
		Instant start = this.application.now();
		this.application.template().submit(Job.to(topic).id("a").payload(new Callback(path, 0)).build());
		this.application.advance(Duration.ofDays(3));
		return this.partner.calls.stream().map((call) -> Duration.between(start, call)).toList();
	}

	private JobState state(String topic) {
		return this.application.template().find(topic, "a").orElseThrow().state();
	}

	private static void assertGap(List<Duration> calls, int call, long atLeast, long atMost) {
		assertThat(calls.get(call).minus(calls.get(call - 1))).as("gap " + call)
			.isBetween(Duration.ofSeconds(atLeast), Duration.ofSeconds(atMost));
	}

	record Callback(String path, int number) {

		Callback next() {
			return new Callback(this.path, this.number + 1);
		}

	}

	static class Callbacks {

		private final Partner partner;

		Callbacks(Partner partner) {
			this.partner = partner;
		}

		@DelayListener(topic = "payment-callback", maxAttempts = "7", backoff = @Backoff(type = "exponential",
				delay = "15s", multiplier = "4", maxDelay = "6h", jitter = "5s"), noRetryFor = RejectedException.class)
		void call(Callback callback) {
			this.partner.post(callback.path());
		}

	}

	static class AgreedCallbacks {

		static final List<Duration> GAPS = List.of(Duration.ofSeconds(15), Duration.ofSeconds(15),
				Duration.ofMinutes(3), Duration.ofMinutes(10), Duration.ofHours(1));

		private final Partner partner;

		AgreedCallbacks(Partner partner) {
			this.partner = partner;
		}

		@DelayListener("agreed-callback")
		void call(Callback callback, JobContext context) {
			try {
				this.partner.post(callback.path());
			}
			catch (UnavailableException ex) {
				if (callback.number() == GAPS.size()) {
					context.bury("Unavailable at the last call: " + ex.getMessage());
				}
				else {
					context.resubmit(callback.next(), GAPS.get(callback.number()));
				}
			}
		}

	}

	static class Partner {

		private final List<Instant> calls = new ArrayList<>();

		private RecipeApplication application;

		private int unavailable;

		void post(String path) {
			this.calls.add(this.application.now());
			if (path.equals("/unknown")) {
				throw new RejectedException();
			}
			if (this.calls.size() <= this.unavailable) {
				throw new UnavailableException();
			}
		}

	}

	static class RejectedException extends RuntimeException {

	}

	static class UnavailableException extends RuntimeException {

	}

}
