// SPDX-License-Identifier: Apache-2.0

package io.delay.recipe;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.delay.annotation.Backoff;
import io.delay.annotation.DelayListener;
import io.delay.job.Job;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The recipe for a third party that accepts a limited number of calls.
 */
class RateLimitedPartnerTests {

	private final RecipeApplication application = RecipeApplication.of(Partner.class, Customers.class);

	private final Partner partner = this.application.bean(Partner.class);

	private final Instant start = this.application.now();

	RateLimitedPartnerTests() {
		this.partner.application = this.application;
	}

	@AfterEach
	void close() {
		this.application.close();
	}

	@Test
	void callsAreMadeAtThePermittedRate() {
		change(60);
		this.application.advance(Duration.ofSeconds(6));
		assertThat(this.partner.calls).hasSize(60);
		assertThat(calls().get(9)).isZero();
		assertThat(calls().get(10)).isEqualTo(Duration.ofMillis(100));
		assertThat(calls().get(59)).isEqualTo(Duration.ofSeconds(5));
		assertNoSecondHasMoreThanTwenty();
	}

	@Test
	void callThatThePartnerRejectsIsRepeatedWithinTheRate() {
		this.partner.rejected = 30;
		change(60);
		this.application.advance(Duration.ofMinutes(1));
		assertThat(this.partner.accepted).hasSize(60).doesNotHaveDuplicates();
		assertThat(this.partner.calls).hasSize(90);
		assertNoSecondHasMoreThanTwenty();
	}

	@Test
	void changesOfOneCustomerAreCombinedWhileTheCallWaits() {
		change(60);
		change(60);
		this.application.advance(Duration.ofMinutes(1));
		assertThat(this.partner.calls).hasSize(60);
	}

	private void change(int customers) {
		Customers changed = this.application.bean(Customers.class);
		IntStream.range(0, customers).forEach((i) -> changed.changed("customer-" + i));
	}

	private List<Duration> calls() {
		return this.partner.calls.stream().map((call) -> Duration.between(this.start, call)).toList();
	}

	private void assertNoSecondHasMoreThanTwenty() {
		for (int i = 20; i < calls().size(); i++) {
			assertThat(calls().get(i).minus(calls().get(i - 20))).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
		}
	}

	static class Customers {

		private final Partner partner;

		private final DelayTemplate delayTemplate;

		Customers(Partner partner, DelayTemplate delayTemplate) {
			this.partner = partner;
			this.delayTemplate = delayTemplate;
		}

		void changed(String customer) {
			this.delayTemplate.submit(Job.to("customer-sync").id(customer).payload(customer).build());
		}

		@DelayListener(topic = "customer-sync", rateLimit = "10/s", maxAttempts = "10",
				backoff = @Backoff(type = "exponential", delay = "1s"))
		void sync(String customer) {
			this.partner.put(customer);
		}

	}

	static class Partner {

		private final List<Instant> calls = new ArrayList<>();

		private final List<String> accepted = new ArrayList<>();

		private RecipeApplication application;

		private int rejected;

		void put(String customer) {
			this.calls.add(this.application.now());
			if (this.rejected > 0) {
				this.rejected--;
				throw new TooManyRequestsException();
			}
			this.accepted.add(customer);
		}

	}

	static class TooManyRequestsException extends RuntimeException {

	}

}
