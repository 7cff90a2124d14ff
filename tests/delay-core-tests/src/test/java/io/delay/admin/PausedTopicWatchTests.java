// SPDX-License-Identifier: Apache-2.0

package io.delay.admin;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

import ch.qos.logback.classic.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.test.util.ReflectionTestUtils;

import io.delay.listener.RecordedLog;
import io.delay.store.ConsumerOrigin;
import io.delay.store.ConsumerRegistration;
import io.delay.store.ConsumerTerms;
import io.delay.store.ReserveTerms;
import io.delay.store.admin.JobStoreInspector;
import io.delay.store.admin.Operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.willThrow;
import static org.mockito.Mockito.spy;

/**
 * A pause that was forgotten is warned about.
 */
class PausedTopicWatchTests {

	private static final String TOPIC = "orders";

	private final StoreWithJobs jobs = new StoreWithJobs();

	private final JobStoreInspector inspector = spy(this.jobs.store());

	private final RecordedLog log = new RecordedLog(PausedTopicWatch.class);

	private final PausedTopicWatch watch = watch("a");

	@AfterEach
	void close() {
		this.watch.stop();
		this.log.close();
	}

	private PausedTopicWatch watch(String consumer) {
		return new PausedTopicWatch(this.inspector, () -> Set.of(TOPIC, "refunds"), consumer::equals);
	}

	@Test
	void aWarningContainsTimeOperatorNumberOfWaitingJobsAndRemedy() {
		pause();
		this.jobs.advance(Duration.ofHours(1));
		this.jobs.waiting(TOPIC, "2", Duration.ZERO);
		this.jobs.waiting(TOPIC, "3", Duration.ofHours(1));
		this.watch.warnNow();
		assertThat(this.log.messages(Level.WARN)).containsExactly("Topic 'orders' has been paused since "
				+ "2030-01-01T00:00:00Z by 'alice': 2 ready jobs wait, and no application receives them. Once "
				+ "the reason for the pause is gone, resume the topic: DelayAdmin.topics().resume(\"orders\") or "
				+ "POST /actuator/delay/orders/resume");
	}

	@Test
	void noWarningIsLoggedForAPauseWithoutReadyJobs() {
		this.jobs.store().pause(TOPIC, new Operator("alice"));
		this.jobs.waiting(TOPIC, "1", Duration.ofHours(1));
		this.watch.warnNow();
		assertThat(this.log.messages(Level.WARN)).isEmpty();
	}

	@Test
	void noWarningIsLoggedForATopicThatWasResumed() {
		pause();
		this.jobs.store().resume(TOPIC);
		this.watch.warnNow();
		assertThat(this.log.messages(Level.WARN)).isEmpty();
	}

	@Test
	void onlyTheInstanceWithTheLowestIdWarnsEvenIfAllAreOnOneHost() {
		pause();
		announce("b");
		announce("a");
		watch("b").warnNow();
		assertThat(this.log.messages(Level.WARN)).isEmpty();
		this.watch.warnNow();
		assertThat(this.log.messages(Level.WARN)).hasSize(1);
		this.jobs.store().withdraw(TOPIC, "a");
		watch("b").warnNow();
		assertThat(this.log.messages(Level.WARN)).hasSize(2);
	}

	@Test
	void topicsOfOtherApplicationsAreNotReported() {
		this.jobs.waiting("others", "1", Duration.ZERO);
		this.jobs.store().pause("others", new Operator("alice"));
		this.watch.warnNow();
		assertThat(this.log.messages(Level.WARN)).isEmpty();
	}

	@Test
	void otherTopicsAreReportedIfOneCannotBeRead() {
		pause();
		this.jobs.waiting("refunds", "1", Duration.ZERO);
		this.jobs.store().pause("refunds", new Operator("alice"));
		willThrow(new DataAccessResourceFailureException("away")).given(this.inspector).status(TOPIC);
		this.watch.warnNow();
		assertThat(this.log.messages(Level.WARN)).singleElement().asString().startsWith("Topic 'refunds' has been");
		assertThat(this.log.messages(Level.DEBUG)).hasSize(1);
	}

	@Test
	void aWatchCanBeStartedAndStoppedRepeatedly() {
		assertThat(this.watch.isRunning()).isFalse();
		for (int i = 0; i < 2; i++) {
			this.watch.start();
			this.watch.start();
			assertThat(this.watch.isRunning()).isTrue();
			this.watch.stop();
			assertThat(this.watch.isRunning()).isFalse();
		}
	}

	@Test
	void anApplicationWithoutListenersNeedsNoThread() {
		PausedTopicWatch idle = new PausedTopicWatch(this.inspector, Set::of, "a"::equals);
		idle.start();
		assertThat(idle.isRunning()).isFalse();
	}

	@Test
	void theThreadInheritsNothingFromTheOneThatStartsIt() {
		InheritableThreadLocal<String> inherited = new InheritableThreadLocal<>();
		inherited.set("secret");
		try {
			this.watch.start();
			Object executor = ReflectionTestUtils.getField(this.watch, "executor");
			assertThat(CompletableFuture.supplyAsync(inherited::get, (Executor) executor).join()).isNull();
		}
		finally {
			inherited.remove();
		}
	}

	private void pause() {
		this.jobs.waiting(TOPIC, "1", Duration.ZERO);
		this.jobs.store().pause(TOPIC, new Operator("alice"));
	}

	private void announce(String id) {
		this.jobs.store()
			.announce(new ConsumerRegistration(TOPIC, id, new ConsumerOrigin("shop", "vm-1", "listener"),
					new ConsumerTerms(1, new ReserveTerms(Duration.ofSeconds(30), 5))));
	}

}
