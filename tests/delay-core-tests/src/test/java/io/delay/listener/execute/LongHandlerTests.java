// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.execute;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import ch.qos.logback.classic.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.delay.job.Job;
import io.delay.listener.ContainerFixture;
import io.delay.listener.InvalidListenerException;
import io.delay.listener.JobContext;
import io.delay.listener.RecordedLog;
import io.delay.listener.container.DelayListenerContainer;
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.store.SettlementTransactions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Handlers that run for longer than their TTR.
 */
@Timeout(60)
class LongHandlerTests {

	private final BlockingQueue<Object> seen = new LinkedBlockingQueue<>();

	private final CountDownLatch end = new CountDownLatch(1);

	private final ContainerFixture fixture = new ContainerFixture();

	@AfterEach
	void stop() {
		this.end.countDown();
		this.fixture.close();
	}

	private void submit(Duration ttr) {
		this.fixture.template.submit(Job.to(ContainerFixture.TOPIC).id("a").payload("a").ttr(ttr).build());
	}

	private Object next() throws InterruptedException {
		return this.seen.poll(20, TimeUnit.SECONDS);
	}

	private static boolean isExtended(ReservedJob job, JobContext context) {
		return context.deadline().isAfter(job.terms().deadline().plusMillis(100));
	}

	@Test
	void leaseIsExtendedWhileTheHandlerRuns() throws Exception {
		// Repeated if the machine pauses for so long that the lease ends
		this.fixture.start(ContainerFixture.settings().maxAttempts(9).autoTouch(true), (job, context) -> {
			await().atMost(Duration.ofSeconds(20)).until(() -> context.isLeaseLost() || isExtended(job, context));
			if (isExtended(job, context)) {
				this.seen.add("extended");
			}
		});
		submit(Duration.ofMillis(500));
		assertThat(next()).isEqualTo("extended");
		await().atMost(Duration.ofSeconds(10))
			.until(() -> this.fixture.template.find(ContainerFixture.TOPIC, "a").isEmpty());
		assertThat(this.seen).isEmpty();
	}

	@Test
	void leaseIsExtendedWhileTheContainerWaitsForTheHandlerToEnd() throws Exception {
		DelayListenerContainer container = this.fixture.start(ContainerFixture.settings().autoTouch(true),
				(job, context) -> {
					this.seen.add("started");
					await().atMost(Duration.ofSeconds(8)).until(() -> isExtended(job, context));
					this.seen.add(context.isLeaseLost());
				});
		submit(Duration.ofSeconds(2));
		assertThat(next()).isEqualTo("started");
		container.stop();
		assertThat(next()).isEqualTo(false);
		assertThat(this.fixture.template.find(ContainerFixture.TOPIC, "a")).isEmpty();
	}

	@Test
	void leaseEndsWithoutAutoTouchAndTheStackOfTheHandlerIsLoggedOnce() throws Exception {
		try (RecordedLog log = new RecordedLog("io.delay.listener")) {
			DelayListenerContainer container = this.fixture.start(ContainerFixture.settings().maxAttempts(9),
					(job, context) -> hang());
			// Both handlers wait before their leases end, so their stacks are equal
			submit(Duration.ofMillis(500));
			await().atMost(Duration.ofSeconds(20)).until(container::isStuck);
			await().atMost(Duration.ofSeconds(20))
				.until(() -> log.messages(Level.WARN)
					.stream()
					.anyMatch((message) -> message.contains("still running")));
			assertThat(log.messages(Level.WARN)).filteredOn((message) -> message.contains("still running"))
				.singleElement()
				.asString()
				.contains("Handler of job 'a' of topic 'orders'", "TTR of 0.5 s");
			assertThat(log.text()).contains("Stack of thread 'delay-listener-1-", "LongHandlerTests.hang");
			assertThat(container.load().overdueHandlers()).isEqualTo(2);
			this.end.countDown();
			await().atMost(Duration.ofSeconds(20)).until(() -> !container.isStuck());
		}
	}

	@Test
	void aTransactionThatIsNotCommittedInTimeCountsAsStuckAndIsLogged() throws Exception {
		this.fixture.watch((options) -> options.withTransactions(() -> new SettlementTransactions() {

			@Override
			public void execute(TransactionalWork work, Consumer<Throwable> afterCommit) throws Exception {
				work.run();
				hang();
			}

			@Override
			public SettleResult settle(Settlement settlement) {
				return SettleResult.DONE;
			}

		}));
		try (RecordedLog log = new RecordedLog("io.delay.listener")) {
			DelayListenerContainer container = this.fixture
				.start(ContainerFixture.settings().concurrency(1).transactional(true), (job, context) -> {
				});
			submit(Duration.ofMillis(50));
			await().atMost(Duration.ofSeconds(20)).until(container::isStuck);
			await().atMost(Duration.ofSeconds(20))
				.until(() -> log.messages(Level.WARN)
					.stream()
					.anyMatch((message) -> message
						.contains("The handler of job 'a' of topic 'orders' has returned, but")));
			assertThat(log.text()).contains("Stack of thread 'delay-listener-1-", "LongHandlerTests.hang");
			this.end.countDown();
			await().atMost(Duration.ofSeconds(20)).until(() -> !container.isStuck());
		}
	}

	private void hang() throws InterruptedException {
		this.end.await();
	}

	@Test
	void longestRunMustBeLongerThanTheTtr() {
		assertThatExceptionOfType(InvalidListenerException.class)
			.isThrownBy(() -> this.fixture.create(this.fixture.store,
					ContainerFixture.settings().autoTouch(true).ttr(Duration.ofHours(1)), (job, context) -> {
					}))
			.withMessageContaining("max run time PT1H is not longer than its TTR PT1H");
		this.fixture.create(this.fixture.store, ContainerFixture.settings().ttr(Duration.ofHours(1)),
				(job, context) -> {
				});
	}

	@Test
	void longestRunWithoutAutoTouchIsRejected() {
		assertThatExceptionOfType(InvalidListenerException.class).isThrownBy(() -> this.fixture
			.create(this.fixture.store, ContainerFixture.settings().maxRunTime(Duration.ofHours(2)), (job, context) -> {
			})).withMessageContaining("has the max run time PT2H, which applies only with auto-touch");
		this.fixture.create(this.fixture.store,
				ContainerFixture.settings().autoTouch(false).maxRunTime(Duration.ofHours(2)), (job, context) -> {
				});
	}

}
