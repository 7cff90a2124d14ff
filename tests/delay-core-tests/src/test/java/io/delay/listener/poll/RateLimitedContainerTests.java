// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.poll;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.delay.job.Job;
import io.delay.job.RateLimit;
import io.delay.listener.ContainerFixture;
import io.delay.listener.ListenerSettings;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.test.store.ForwardingJobStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A container with a rate limit reserves only jobs that it starts at once, because the
 * permit of a job that is handed back is lost.
 */
@Timeout(30)
class RateLimitedContainerTests {

	private static final int CONCURRENCY = 3;

	private static final RateLimit RATE_LIMIT = RateLimit.of("1000/s");

	private final ContainerFixture fixture = new ContainerFixture();

	private final Queue<ReserveRequest> requests = new ConcurrentLinkedQueue<>();

	private final AtomicInteger handled = new AtomicInteger();

	private final ForwardingJobStore store = new ForwardingJobStore(this.fixture.store) {

		@Override
		public ReserveResult reserve(ReserveRequest request) {
			RateLimitedContainerTests.this.requests.add(request);
			return super.reserve(request);
		}

	};

	@AfterEach
	void stopContainers() {
		this.fixture.close();
	}

	private void run(ListenerSettings.Builder settings, int jobs) {
		this.fixture.start(this.store, settings.concurrency(CONCURRENCY),
				(job, context) -> this.handled.incrementAndGet());
		this.fixture.submit(jobs);
		this.fixture.template.submit(Job.to(ContainerFixture.TOPIC).delay(Duration.ofMillis(50)).build());
		await().until(() -> this.handled.get() == jobs + 1);
	}

	@Test
	void jobsAreNeitherPrefetchedNorHeldAhead() {
		run(ContainerFixture.settings().rateLimit(RATE_LIMIT), 1200);
		assertThat(this.requests).allSatisfy((request) -> {
			assertThat(request.terms().rateLimit()).isEqualTo(RATE_LIMIT);
			assertThat(request.limit()).isLessThanOrEqualTo(CONCURRENCY);
			assertThat(request.lookAhead().isNone()).isTrue();
		});
	}

	@Test
	void jobsArePrefetchedAndHeldAheadWithoutARateLimit() {
		run(ContainerFixture.settings(), 1200);
		assertThat(this.requests).noneMatch((request) -> request.terms().rateLimit() != null)
			.anyMatch((request) -> request.limit() > CONCURRENCY)
			.anyMatch((request) -> !request.lookAhead().isNone());
	}

}
