// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.startup;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.TransientDataAccessResourceException;

import io.delay.job.RateLimit;
import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.ListenerSettings;
import io.delay.listener.container.DelayListenerContainerFactory;
import io.delay.listener.container.DelayListenerRegistry;
import io.delay.store.ConsumerOrigin;
import io.delay.store.ConsumerRegistration;
import io.delay.store.ConsumerTerms;
import io.delay.store.ReserveTerms;
import io.delay.store.memory.MemoryJobStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.BDDMockito.willThrow;
import static org.mockito.Mockito.spy;

/**
 * Each topic is compared by itself.
 */
class ListenerTermsInspectionTests {

	private final MemoryJobStore store = spy(new MemoryJobStore());

	private final DelayListenerRegistry registry = new DelayListenerRegistry(
			new DelayListenerContainerFactory(this.store));

	private final ListenerTermsInspection inspection = new ListenerTermsInspection(List.of(this.registry), this.store,
			"shop");

	ListenerTermsInspectionTests() {
		for (String topic : List.of("moving", "unreadable", "orders")) {
			this.registry.register(new DelayListenerEndpoint(topic, topic, ListenerSettings.none(), (job, context) -> {
			}));
		}
		this.store
			.announce(new ConsumerRegistration("orders", "poller-1", new ConsumerOrigin("billing", "host-1", "orders"),
					new ConsumerTerms(1, new ReserveTerms(Duration.ofSeconds(7), 7))));
		willThrow(new IllegalStateException("is recorded with 'x'")).given(this.store).consumers("unreadable");
	}

	@Test
	void unreadableTopicIsReportedAndTheOthersAreCompared() {
		willThrow(new TransientDataAccessResourceException("is being moved")).given(this.store).consumers("moving");
		assertThat(this.inspection.findings()).filteredOn((finding) -> !finding.lasting())
			.extracting(StartupFinding::text)
			.containsExactlyInAnyOrder(
					"Listeners of topic 'moving' cannot be compared with those of other applications: is being moved",
					"Listeners of topic 'unreadable' cannot be compared with those of other applications: "
							+ "is recorded with 'x'");
		assertThat(this.inspection.findings()).filteredOn(StartupFinding::lasting)
			.singleElement()
			.satisfies((finding) -> assertThat(finding.text()).contains("Listeners of topic 'orders' differ"));
	}

	@Test
	void termsAreComparedInTheResolutionOfStores() {
		Duration ttr = Duration.ofSeconds(7);
		this.registry.register(new DelayListenerEndpoint("precise", "precise",
				ListenerSettings.builder().ttr(ttr.minusNanos(1)).maxAttempts(7).build(), (job, context) -> {
				}));
		this.store.announce(new ConsumerRegistration("precise", "poller-2",
				new ConsumerOrigin("billing", "host-1", "precise"), new ConsumerTerms(1, new ReserveTerms(ttr, 7))));
		assertThat(this.inspection.findings()).extracting(StartupFinding::text)
			.noneMatch((text) -> text.contains("precise"));
	}

	@Test
	void listenerWithoutTheRateLimitOfTheOthersIsReportedWithARemedy() {
		this.registry
			.register(new DelayListenerEndpoint("limited", "limited", ListenerSettings.none(), (job, context) -> {
			}));
		this.store.announce(
				new ConsumerRegistration("limited", "poller-3", new ConsumerOrigin("billing", "host-1", "limited"),
						new ConsumerTerms(1, ReserveTerms.defaults().limitedTo(RateLimit.of("100/s")))));
		assertThat(this.inspection.findings()).extracting(StartupFinding::text)
			.filteredOn((text) -> text.contains("limited"))
			.containsExactly(
					"Listeners of topic 'limited' differ: 'limited' of this application (shop) has TTR 60000 ms"
							+ " and 5 attempts, but 'limited' of application billing on host-1 has TTR 60000 ms and 5 attempts"
							+ " and rate limit 100/s. A job that sets no values gets those of the consumer that reserves it,"
							+ " and the rate limit of a consumer does not apply to others. Set delay.topics.\"[limited]\".ttr"
							+ " and max-attempts and rate-limit to the same values everywhere");
	}

	@Test
	void unreachableStoreFailsTheInspection() {
		willThrow(new DataAccessResourceFailureException("unreachable")).given(this.store).consumers("moving");
		assertThatExceptionOfType(DataAccessException.class).isThrownBy(this.inspection::findings)
			.withMessage("unreachable");
		willThrow(new TransientDataAccessResourceException("loading")).given(this.store).consumers("moving");
		willThrow(new TransientDataAccessResourceException("loading")).given(this.store).topics();
		assertThatExceptionOfType(DataAccessException.class).isThrownBy(this.inspection::findings)
			.withMessage("loading");
	}

}
