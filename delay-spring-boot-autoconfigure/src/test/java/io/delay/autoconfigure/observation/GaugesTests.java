// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.observation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.InvalidDataAccessResourceUsageException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.dao.TransientDataAccessResourceException;

import io.delay.converter.SimplePayloadConverter;
import io.delay.job.Job;
import io.delay.job.JobState;
import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.ListenerSettings;
import io.delay.listener.container.DelayListenerContainer;
import io.delay.listener.container.DelayListenerContainerFactory;
import io.delay.store.JobStore;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.admin.JobStoreInspector;
import io.delay.store.admin.Operator;
import io.delay.store.admin.TopicStatus;
import io.delay.store.memory.MemoryJobStore;
import io.delay.template.DelayTemplate;
import io.delay.test.store.ForwardingJobStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.then;
import static org.mockito.BDDMockito.willAnswer;
import static org.mockito.BDDMockito.willThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.spy;
import static org.mockito.Mockito.times;

/**
 * Tests for gauges and their refresh.
 */
class GaugesTests {

	private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

	private final MemoryJobStore store = spy(new MemoryJobStore());

	private final DelayTemplate template = new DelayTemplate(this.store, this.store, new SimplePayloadConverter());

	private final TopicGauges gauges = gauges(10);

	private TopicGauges gauges(int maxTopics) {
		return new TopicGauges(this.meters, this.store, () -> Set.of("orders"), maxTopics);
	}

	@Test
	void gaugesShowTopicsByStateWithTheAgeOfTheOldestReadyJob() {
		this.template.submit(Job.to("orders").delay(Duration.ofHours(1)).build());
		this.template.submit(Job.to("orders").build());
		this.template.submit(Job.to("bills").build());
		this.template.reserve("bills", 1);
		this.store.pause("orders", new Operator("alice"));
		given(this.store.status("orders")).willAnswer((call) -> {
			TopicStatus status = (TopicStatus) call.callRealMethod();
			return new TopicStatus(status.counts(), Duration.ofMillis(1500), status.pause(), 0, 3, List.of(700L, 900L),
					false);
		});
		this.gauges.open();
		assertThat(this.meters.get("delay.store.up").gauge().value()).isNaN();
		this.gauges.refresh();
		assertThat(this.meters.get("delay.store.up").gauge().value()).isOne();
		assertThat(jobs("orders", "delayed")).isOne();
		assertThat(jobs("orders", "ready")).isOne();
		assertThat(jobs("orders", "reserved")).isZero();
		assertThat(jobs("bills", "reserved")).isOne();
		assertThat(gauge("delay.topic.paused", "orders")).isOne();
		assertThat(gauge("delay.topic.paused", "bills")).isZero();
		assertThat(gauge("delay.topic.consumers", "orders")).isEqualTo(3);
		assertThat(gauge("delay.topic.partition.bytes", "orders")).isEqualTo(900);
		assertThat(gauge("delay.topic.partition.bytes", "bills")).isNaN();
		assertThat(
				this.meters.get("delay.topic.oldest.ready").tag("topic", "orders").timeGauge().value(TimeUnit.SECONDS))
			.isEqualTo(1.5);
		assertThat(gauge("delay.topic.oldest.ready", "bills")).isZero();
	}

	@Test
	void gaugesHaveNoValuesWhileTheStoreIsUnreachable() {
		this.template.submit(Job.to("orders").build());
		this.gauges.open();
		this.gauges.refresh();
		willThrow(new DataAccessResourceFailureException("unreachable")).given(this.store).topics();
		this.gauges.refresh();
		assertThat(this.meters.get("delay.store.up").gauge().value()).isZero();
		assertThat(jobs("orders", "ready")).isNaN();
		assertThat(gauge("delay.topic.oldest.ready", "orders")).isNaN();
		willAnswer((call) -> call.callRealMethod()).given(this.store).topics();
		this.gauges.refresh();
		assertThat(this.meters.get("delay.store.up").gauge().value()).isOne();
		assertThat(jobs("orders", "ready")).isOne();
	}

	@Test
	void storeIsReachableIfTheRegistryRefusesAGauge() {
		this.template.submit(Job.to("orders").build());
		Counter other = this.meters.counter("delay.topic.paused", "topic", "orders");
		this.gauges.open();
		assertThatIllegalArgumentException().isThrownBy(this.gauges::refresh);
		assertThat(this.meters.get("delay.store.up").gauge().value()).isOne();
		assertThat(this.meters.find("delay.topic.jobs").gauges()).isEmpty();
		this.meters.remove(other);
		this.gauges.refresh();
		assertThat(jobs("orders", "ready")).isOne();
	}

	@Test
	void otherGaugesAreUpdatedIfTheRegistryRefusesOne() {
		this.template.submit(Job.to("orders").build());
		this.gauges.open();
		this.gauges.refresh();
		this.meters.counter("delay.topic.paused", "topic", "bills");
		this.template.submitAll(List.of(Job.to("bills").build(), Job.to("orders").build()));
		assertThatIllegalArgumentException().isThrownBy(this.gauges::refresh);
		assertThat(jobs("orders", "ready")).isEqualTo(2);
	}

	@Test
	void otherTopicsAreShownIfOneCannotBeRead() {
		this.template.submitAll(List.of(Job.to("moving").build(), Job.to("orders").build(), Job.to("zebras").build()));
		this.gauges.open();
		this.gauges.refresh();
		willThrow(new TransientDataAccessResourceException("being moved")).given(this.store).status("moving");
		willThrow(new IllegalStateException("recorded with 'x'")).given(this.store).status("orders");
		this.gauges.refresh();
		assertThat(this.meters.get("delay.store.up").gauge().value()).isOne();
		assertThat(jobs("moving", "ready")).isNaN();
		assertThat(jobs("orders", "ready")).isNaN();
		assertThat(gauge("delay.topic.oldest.ready", "orders")).isNaN();
		assertThat(jobs("zebras", "ready")).isOne();
		willThrow(new IllegalStateException("recorded with 'x'")).given(this.store).status("zebras");
		this.gauges.refresh();
		assertThat(this.meters.get("delay.store.up").gauge().value()).isOne();
		willThrow(new InvalidDataAccessResourceUsageException("refused")).given(this.store).status("zebras");
		this.gauges.refresh();
		assertThat(this.meters.get("delay.store.up").gauge().value()).isZero();
	}

	@Test
	void otherTopicsAreShownUnlessTooManyAreUnreachable() {
		this.template.submitAll(List.of(Job.to("a").build(), Job.to("b").build(), Job.to("zebras").build()));
		willThrow(new DataAccessResourceFailureException("unreachable")).given(this.store).status("orders");
		willThrow(new QueryTimeoutException("no answer")).given(this.store).status("a");
		this.gauges.open();
		this.gauges.refresh();
		assertThat(this.meters.get("delay.store.up").gauge().value()).isOne();
		assertThat(jobs("orders", "ready")).isNaN();
		assertThat(jobs("a", "ready")).isNaN();
		assertThat(jobs("zebras", "ready")).isOne();
		willThrow(new DataAccessResourceFailureException("unreachable")).given(this.store).status("b");
		this.gauges.refresh();
		then(this.store).should(times(1)).status("zebras");
		assertThat(jobs("zebras", "ready")).isNaN();
		assertThat(this.meters.get("delay.store.up").gauge().value()).isZero();
	}

	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void ownTopicsHaveGaugesFirstAndTheLimitIsLoggedOnce(CapturedOutput output) {
		this.template.submitAll(List.of(Job.to("a").build(), Job.to("b").build(), Job.to("c").build()));
		TopicGauges few = gauges(2);
		few.open();
		few.refresh();
		few.refresh();
		assertThat(output.getOut().lines().filter((line) -> line.contains("more than 2 topics"))).singleElement()
			.asString()
			.contains("WARN");
		assertThat(this.meters.find("delay.topic.paused").gauges()).extracting((gauge) -> gauge.getId().getTag("topic"))
			.containsExactlyInAnyOrder("orders", "a");
	}

	@Test
	void gaugesOfARemovedTopicAreRemoved() {
		this.template.submit(Job.to("bills").build());
		this.gauges.open();
		this.gauges.refresh();
		assertThat(this.meters.find("delay.topic.jobs").tag("topic", "bills").gauges()).hasSize(4);
		given(this.store.topics()).willReturn(Set.of());
		this.gauges.refresh();
		assertThat(this.meters.find("delay.topic.jobs").tag("topic", "bills").gauges()).isEmpty();
		assertThat(this.meters.find("delay.topic.jobs").tag("topic", "orders").gauges()).hasSize(4);
		this.gauges.close();
		this.gauges.refresh();
		assertThat(this.meters.getMeters()).isEmpty();
	}

	@Test
	void containerGaugeShowsTheTimeSinceTheLastReserve() {
		JobStore unreachable = new ForwardingJobStore(this.store) {

			@Override
			public ReserveResult reserve(ReserveRequest request) {
				throw new IllegalStateException("Topic 'orders' has 1 partition, not 4");
			}

		};
		DelayListenerContainer container = new DelayListenerContainerFactory(unreachable)
			.create(new DelayListenerEndpoint("closer", "orders", ListenerSettings.none(), (job, context) -> {
			}));
		ContainerGauges gauges = new ContainerGauges(this.meters, () -> List.of(container));
		gauges.open();
		gauges.refresh();
		assertThat(container("delay.container.reserve.outage")).isZero();
		container.start();
		await().until(() -> container("delay.container.reserve.outage") > 0);
		container.stop();
		assertThat(container("delay.container.reserve.outage")).isZero();
	}

	@Test
	void containersThatAreRegisteredLaterHaveGauges() throws Exception {
		CountDownLatch release = new CountDownLatch(1);
		List<DelayListenerContainer> containers = new ArrayList<>();
		ContainerGauges gauges = new ContainerGauges(this.meters, () -> List.copyOf(containers));
		gauges.open();
		gauges.refresh();
		DelayListenerContainer container = new DelayListenerContainerFactory(this.store)
			.create(new DelayListenerEndpoint("closer", "orders", ListenerSettings.builder().concurrency(3).build(),
					(job, context) -> release.await(10, TimeUnit.SECONDS)));
		containers.add(container);
		gauges.refresh();
		assertThat(container("delay.container.workers")).isZero();
		assertThat(container("delay.container.running")).isZero();
		this.template.submit(Job.to("orders").build());
		container.start();
		await().until(() -> container("delay.container.workers.busy") == 1);
		assertThat(container("delay.container.jobs.held")).isOne();
		assertThat(container("delay.container.workers")).isEqualTo(3);
		assertThat(container("delay.container.running")).isOne();
		release.countDown();
		container.stop();
		assertThat(container("delay.container.workers")).isZero();
		assertThat(container("delay.container.running")).isZero();
		gauges.close();
		gauges.refresh();
		assertThat(this.meters.getMeters()).isEmpty();
	}

	@Test
	void containerOfAnotherContextKeepsItsGauges() {
		ContainerGauges parent = containerGauges();
		ContainerGauges child = containerGauges();
		assertThat(this.meters.getMeters()).hasSize(5);
		child.close();
		assertThat(this.meters.getMeters()).hasSize(5);
		parent.close();
		assertThat(this.meters.getMeters()).isEmpty();
	}

	@Test
	void nextContainerOfTheSameIdTakesOverTheGauges() {
		List<DelayListenerContainer> containers = new ArrayList<>();
		ContainerGauges gauges = new ContainerGauges(this.meters, () -> List.copyOf(containers));
		gauges.open();
		containers.add(container());
		gauges.refresh();
		containers.clear();
		DelayListenerContainer next = container();
		containers.add(next);
		next.start();
		gauges.refresh();
		assertThat(container("delay.container.running")).isOne();
		next.stop();
		containers.clear();
		gauges.refresh();
		assertThat(this.meters.getMeters()).isEmpty();
	}

	private DelayListenerContainer container() {
		return new DelayListenerContainerFactory(this.store)
			.create(new DelayListenerEndpoint("closer", "orders", ListenerSettings.none(), (job, context) -> {
			}));
	}

	private ContainerGauges containerGauges() {
		DelayListenerContainer container = container();
		ContainerGauges gauges = new ContainerGauges(this.meters, () -> List.of(container));
		gauges.open();
		gauges.refresh();
		return gauges;
	}

	@Test
	void startAndStopDoNotWaitForARefresh() throws Exception {
		CountDownLatch blocked = new CountDownLatch(1);
		CountDownLatch rounds = new CountDownLatch(2);
		AtomicBoolean daemon = new AtomicBoolean();
		JobStoreInspector hanging = mock(JobStoreInspector.class);
		given(hanging.topics()).willAnswer((call) -> {
			blocked.countDown();
			new CountDownLatch(1).await();
			return Set.of("orders");
		});
		BackgroundGauges failing = mock(BackgroundGauges.class);
		willAnswer((call) -> {
			daemon.set(Thread.currentThread().isDaemon());
			rounds.countDown();
			throw new IllegalStateException("no gauges");
		}).given(failing).refresh();
		GaugeRefresh refresh = new GaugeRefresh(Duration.ofSeconds(1),
				List.of(failing, new TopicGauges(this.meters, hanging, Set::of, 10)));
		refresh.start();
		assertThat(blocked.await(10, TimeUnit.SECONDS)).isTrue();
		assertThat(refresh.isRunning()).isTrue();
		refresh.stop();
		assertThat(refresh.isRunning()).isFalse();
		assertThat(this.meters.getMeters()).isEmpty();
		refresh.start();
		assertThat(rounds.await(10, TimeUnit.SECONDS)).isTrue();
		refresh.stop();
		assertThat(daemon).isTrue();
	}

	@Test
	void applicationStartsIfTheRegistryRefusesGauges() throws InterruptedException {
		CountDownLatch refreshed = new CountDownLatch(1);
		BackgroundGauges refused = mock(BackgroundGauges.class);
		willThrow(new IllegalStateException("no")).given(refused).open();
		BackgroundGauges sound = mock(BackgroundGauges.class);
		willAnswer((call) -> {
			refreshed.countDown();
			return null;
		}).given(sound).refresh();
		GaugeRefresh refresh = new GaugeRefresh(Duration.ofSeconds(1), List.of(refused, sound));
		refresh.start();
		assertThat(refreshed.await(10, TimeUnit.SECONDS)).isTrue();
		refresh.stop();
		then(sound).should().open();
	}

	private double jobs(String topic, String state) {
		assertThat(JobState.values()).hasSize(4);
		return this.meters.get("delay.topic.jobs").tags("topic", topic, "state", state).gauge().value();
	}

	private double gauge(String name, String topic) {
		return value(this.meters.get(name).tag("topic", topic).meter());
	}

	private double container(String name) {
		return value(this.meters.get(name).tags("topic", "orders", "listener", "closer").meter());
	}

	private static double value(Meter meter) {
		return meter.measure().iterator().next().getValue();
	}

}
