// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.settle;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

import ch.qos.logback.classic.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.dao.TransientDataAccessResourceException;

import io.delay.job.JobState;
import io.delay.listener.ContainerFixture;
import io.delay.listener.ListenerSettings;
import io.delay.listener.RecordedLog;
import io.delay.listener.support.OutageLog;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.test.store.ForwardingJobStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What a container does when a part of its store does not answer.
 */
@Timeout(30)
class UnreachableSettlementTests {

	private static final Duration SHORTEST_PAUSE = Duration.ofMillis(40);

	private final ContainerFixture fixture = new ContainerFixture();

	private final PartlyReachedJobStore store = new PartlyReachedJobStore();

	private final List<String> handled = Collections.synchronizedList(new ArrayList<>());

	@AfterEach
	void stopContainers() {
		this.fixture.close();
	}

	@Test
	void onlySettlementsThatDidNotReachTheStoreAreRepeatedAfterAPause() {
		this.store.unreachable.add("b");
		start(ContainerFixture.settings());
		this.fixture.submit("a");
		this.fixture.submit("b");
		this.fixture.submit("c");
		await().until(() -> this.store.tries("b").size() >= 3);
		awaitGone("a");
		awaitGone("c");
		assertThat(this.fixture.template.find(ContainerFixture.TOPIC, "b").orElseThrow().state())
			.isEqualTo(JobState.RESERVED);
		this.store.unreachable.clear();
		awaitGone("b");
		assertThat(this.handled).containsExactlyInAnyOrder("a", "b", "c");
		assertThat(this.store.settlements("a", "c")).doesNotHaveDuplicates();
		List<Long> tries = this.store.tries("b");
		for (int i = 1; i < tries.size(); i++) {
			assertThat(Duration.ofNanos(tries.get(i) - tries.get(i - 1))).isGreaterThan(SHORTEST_PAUSE);
		}
	}

	@Test
	void settlementThatTheStoreTemporarilyRefusesIsRepeatedWithoutAWarning() {
		this.store.busy.add("b");
		try (RecordedLog log = new RecordedLog(OutageLog.class)) {
			start(ContainerFixture.settings());
			this.fixture.submit("b");
			await().until(() -> this.store.tries("b").size() >= 3);
			this.fixture.submit("a");
			awaitGone("a");
			this.store.busy.clear();
			awaitGone("b");
			assertThat(log.messages(Level.WARN)).isEmpty();
		}
		assertThat(this.handled).containsExactly("b", "a");
	}

	@Test
	@Tag("thorough")
	void otherJobsAreSettledMeanwhile() {
		this.store.unreachable.add("b");
		start(ContainerFixture.settings());
		this.fixture.submit("b");
		await().until(() -> !this.store.tries("b").isEmpty());
		List<String> others = IntStream.range(0, 20).mapToObj((i) -> "other-" + i).toList();
		others.forEach(this.fixture::submit);
		await().until(() -> others.stream()
			.allMatch((id) -> this.fixture.template.find(ContainerFixture.TOPIC, id).isEmpty()));
		assertThat(this.store.settlements(others.toArray(String[]::new))).doesNotHaveDuplicates();
	}

	@Test
	void settlementThatCannotReachTheStoreIsGivenUpOnceItsLeaseHasEnded() {
		this.store.unreachable.add("b");
		start(ContainerFixture.settings().ttr(Duration.ofMillis(300)));
		this.fixture.submit("b");
		await().until(() -> this.handled.size() >= 2);
		this.store.unreachable.clear();
		awaitGone("b");
	}

	private void start(ListenerSettings.Builder settings) {
		this.fixture.start(this.store, settings, (job, context) -> this.handled.add(context.id()));
	}

	private void awaitGone(String id) {
		await().until(() -> this.fixture.template.find(ContainerFixture.TOPIC, id).isEmpty());
	}

	/**
	 * Cannot be reached where it has some of the jobs.
	 */
	private final class PartlyReachedJobStore extends ForwardingJobStore {

		private final Set<String> unreachable = ConcurrentHashMap.newKeySet();

		private final Set<String> busy = ConcurrentHashMap.newKeySet();

		private final List<Try> tries = Collections.synchronizedList(new ArrayList<>());

		PartlyReachedJobStore() {
			super(UnreachableSettlementTests.this.fixture.store);
		}

		@Override
		public List<SettleResult> settle(List<Settlement> settlements) {
			if (settlements.size() > 1) {
				return settlements.stream().map(this::settle).toList();
			}
			SettleResult result = settle(settlements.get(0));
			if (this.busy.contains(settlements.get(0).lease().id())) {
				throw new TransientDataAccessResourceException("TRYAGAIN");
			}
			return List.of(result);
		}

		private SettleResult settle(Settlement settlement) {
			String id = settlement.lease().id();
			this.tries.add(new Try(settlement, System.nanoTime()));
			return (this.unreachable.contains(id) || this.busy.contains(id)) ? SettleResult.UNREACHABLE
					: super.settle(List.of(settlement)).get(0);
		}

		// When each settlement of a job was tried, in nanoseconds.
		List<Long> tries(String id) {
			synchronized (this.tries) {
				return this.tries.stream().filter((one) -> one.isOf(id)).map(Try::nanos).toList();
			}
		}

		// All tries to settle jobs. A job that no worker started in time is handed back
		// and reserved again, so it may have several settlements; their leases differ.
		List<Settlement> settlements(String... ids) {
			synchronized (this.tries) {
				return this.tries.stream()
					.filter((one) -> Arrays.stream(ids).anyMatch(one::isOf))
					.map(Try::settlement)
					.toList();
			}
		}

	}

	private record Try(Settlement settlement, long nanos) {

		boolean isOf(String id) {
			return settlement().lease().id().equals(id);
		}

	}

}
