// SPDX-License-Identifier: Apache-2.0

package io.delay.template;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

import ch.qos.logback.classic.Level;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.util.unit.DataSize;
import tools.jackson.databind.json.JsonMapper;

import io.delay.converter.JacksonPayloadConverter;
import io.delay.converter.PayloadConversionException;
import io.delay.converter.SimplePayloadConverter;
import io.delay.job.ConflictPolicy;
import io.delay.job.Job;
import io.delay.job.JobExistsException;
import io.delay.job.JobState;
import io.delay.job.PayloadTooLargeException;
import io.delay.job.SubmitResult;
import io.delay.job.SubmitStatus;
import io.delay.listener.RecordedLog;
import io.delay.store.JobStore;
import io.delay.store.Lease;
import io.delay.store.LeaseTerms;
import io.delay.store.NewJob;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.ReserveTerms;
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.store.StoredJob;
import io.delay.store.SubmitOutcomeUnknownException;
import io.delay.store.Touch;
import io.delay.store.memory.MemoryJobStore;
import io.delay.test.store.ForwardingJobStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class DelayTemplateTests {

	private static final Duration HOUR = Duration.ofHours(1);

	private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));

	private final MemoryJobStore store = new MemoryJobStore((InstantSource) this.now::get);

	private final List<List<NewJob>> sent = new ArrayList<>();

	private final DelayTemplate template = template(this.store, JobIdGenerator.timeOrdered(InstantSource.system()));

	private DelayTemplate template(JobStore target, JobIdGenerator ids) {
		JobStore recording = new ForwardingJobStore(target) {

			@Override
			public List<SubmitResult> submit(List<NewJob> jobs) {
				DelayTemplateTests.this.sent.add(jobs);
				return super.submit(jobs);
			}

		};
		return new DelayTemplate(recording, this.store, new JacksonPayloadConverter(JsonMapper.builder().build()),
				new DelayTemplateOptions(DataSize.ofBytes(100), ReserveTerms.defaults(), Map.of(), ids, "host-1"));
	}

	private static JobIdGenerator ids(String... ids) {
		Iterator<String> iterator = Arrays.asList(ids).iterator();
		return iterator::next;
	}

	@Test
	void submittedJobIsFoundUnderItsGeneratedId() {
		SubmitResult result = this.template.submit("orders", List.of("a"), HOUR);
		assertThat(result.status()).isEqualTo(SubmitStatus.CREATED);
		assertThat(result.id()).hasSize(14);
		assertThat(result.dueTime()).isEqualTo(this.now.get().plus(HOUR));
		StoredJob job = this.template.find("orders", result.id()).orElseThrow();
		assertThat(job.state()).isEqualTo(JobState.DELAYED);
		assertThat(job.record().payload()).asString().isEqualTo("[\"a\"]");
	}

	@Test
	void valuesThatAJobSetsAreStored() {
		this.template.submit(Job.to("orders")
			.id("a")
			.payload("x")
			.ttr(Duration.ofSeconds(7))
			.maxAttempts(3)
			.header("tenant", "t1")
			.build());
		StoredJob job = this.template.find("orders", "a").orElseThrow();
		assertThat(job.record().ttr()).isEqualTo(Duration.ofSeconds(7));
		assertThat(job.record().maxAttempts()).isEqualTo(3);
		assertThat(job.record().headers()).containsEntry("tenant", "t1");
	}

	@Test
	void resultOfAConflictDependsOnItsPolicy() {
		this.template.submit(Job.to("orders").id("a").payload("1").delay(HOUR).build());
		assertThat(this.template.submit(Job.to("orders").id("a").payload("2").build()).status())
			.isEqualTo(SubmitStatus.EXISTING);
		assertThat(
				this.template.submit(Job.to("orders").id("a").payload("3").onConflict(ConflictPolicy.REPLACE).build())
					.status())
			.isEqualTo(SubmitStatus.REPLACED);
		assertThat(this.template.find("orders", "a").orElseThrow().record().payload()).asString().isEqualTo("3");
	}

	@Test
	void settlementThatTheStoreTemporarilyRefusesIsRepeated() {
		BusyJobStore busy = new BusyJobStore(3);
		DelayTemplate patient = template(busy, ids("a", "b", "c", "d"));
		for (int i = 0; i < 4; i++) {
			patient.submit("orders", "x", Duration.ZERO);
		}
		List<Lease> leases = patient.reserve("orders", 4).stream().map(ReservedJob::lease).toList();
		assertThat(patient.ack(leases.get(0))).isEqualTo(SettleResult.DONE);
		assertThat(busy.refusals).isZero();
		busy.refusals = 2;
		assertThat(patient.release(leases.get(1), HOUR)).isEqualTo(SettleResult.DONE);
		busy.refusals = 2;
		assertThat(patient.bury(leases.get(2), "why")).isEqualTo(SettleResult.DONE);
		busy.refusals = 2;
		assertThat(patient.touch(leases.get(3), HOUR)).isEqualTo(SettleResult.DONE);
		busy.locked = 2;
		assertThat(patient.touch(leases.get(3), HOUR)).isEqualTo(SettleResult.DONE);
		assertThat(busy.refusals + busy.locked).isZero();
	}

	@Test
	void settlementThatTheStoreAlwaysRefusesFails() {
		DelayTemplate patient = template(new BusyJobStore(Integer.MAX_VALUE), ids("a"));
		patient.submit("orders", "x", Duration.ZERO);
		Lease lease = patient.reserve("orders", 1).get(0).lease();
		assertThatExceptionOfType(TransientDataAccessResourceException.class).isThrownBy(() -> patient.ack(lease));
	}

	@Test
	void resultOfATouchOfALockedJobIsUnknown() {
		BusyJobStore busy = new BusyJobStore(0);
		DelayTemplate patient = template(busy, ids("a"));
		patient.submit("orders", "x", Duration.ZERO);
		Lease lease = patient.reserve("orders", 1).get(0).lease();
		busy.locked = Integer.MAX_VALUE;
		assertThat(patient.touch(lease, HOUR)).isEqualTo(SettleResult.UNREACHABLE);
	}

	@Test
	void jobThatAReserveBuriesIsLogged() {
		this.template.submit(Job.to("orders").id("a").maxAttempts(1).build());
		assertThat(this.template.reserve("orders", 1)).hasSize(1);
		this.now.set(this.now.get().plus(HOUR));
		try (RecordedLog log = new RecordedLog(DelayTemplate.class)) {
			assertThat(this.template.reserve("orders", 1)).isEmpty();
			assertThat(log.messages(Level.WARN))
				.containsExactly("Job 'a' of topic 'orders' was buried: TTR of 60000 ms elapsed");
		}
	}

	@Test
	void jobsAreReservedOnTheTermsOfTheirTopic() {
		Map<String, ReserveTerms> ofTopics = Map.of("slow", new ReserveTerms(HOUR, 2));
		DelayTemplate tuned = new DelayTemplate(this.store, this.store, new SimplePayloadConverter(),
				new DelayTemplateOptions(DataSize.ofBytes(100), new ReserveTerms(Duration.ofSeconds(7), 9), ofTopics,
						ids("a", "b"), "host-1"));
		tuned.submit("slow", "x", Duration.ZERO);
		tuned.submit("orders", "x", Duration.ZERO);
		assertThat(tuned.reserve("slow", 1).get(0).terms()).extracting(LeaseTerms::ttr, LeaseTerms::maxAttempts)
			.containsExactly(HOUR, 2);
		assertThat(tuned.reserve("orders", 1).get(0).terms()).extracting(LeaseTerms::ttr, LeaseTerms::maxAttempts)
			.containsExactly(Duration.ofSeconds(7), 9);
	}

	@Test
	void invalidTermsAreRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> new ReserveTerms(Duration.ZERO, 1));
		assertThatIllegalArgumentException().isThrownBy(() -> new ReserveTerms(HOUR, 0));
		Map<String, ReserveTerms> badTopic = Map.of("no topic", ReserveTerms.defaults());
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new DelayTemplateOptions(DataSize.ofBytes(1), ReserveTerms.defaults(), badTopic, ids("a"),
					"host-1"))
			.withMessageContaining("Topic 'no topic'");
	}

	@Test
	void rejectedConflictThrowsAfterTheOthersAreStored() {
		this.template.submit(Job.to("orders").id("b").build());
		List<Job> jobs = List.of(Job.to("orders").id("a").build(),
				Job.to("orders").id("b").onConflict(ConflictPolicy.REJECT).build(), Job.to("orders").id("c").build());
		assertThatExceptionOfType(JobExistsException.class).isThrownBy(() -> this.template.submitAll(jobs))
			.satisfies((ex) -> {
				assertThat(ex).hasMessageContainingAll("the ids [b] already exist in topic [orders]",
						"with these ids were not stored");
				assertThat(ex.ids()).containsExactly("b");
				assertThat(ex.results()).extracting(SubmitResult::status)
					.containsExactly(SubmitStatus.CREATED, SubmitStatus.EXISTING, SubmitStatus.CREATED);
			});
		assertThat(this.template.find("orders", "c")).isPresent();
	}

	@Test
	void submitAllReturnsOneResultPerJobInOneCall() {
		List<SubmitResult> results = this.template
			.submitAll(List.of(Job.to("a").id("1").build(), Job.to("b").id("2").build(), Job.to("a").build()));
		assertThat(results).hasSize(3).extracting(SubmitResult::id).startsWith("1", "2");
		assertThat(this.sent).hasSize(1);
	}

	@Test
	void submitAllWithoutJobsSendsNothing() {
		assertThat(this.template.submitAll(List.of())).isEmpty();
		assertThat(this.sent).isEmpty();
	}

	@Test
	void nothingIsSentIfOnePayloadIsTooLarge() {
		List<Job> jobs = List.of(Job.to("a").build(), Job.to("orders").payload("x".repeat(101)).build());
		assertThatExceptionOfType(PayloadTooLargeException.class).isThrownBy(() -> this.template.submitAll(jobs))
			.withMessageContaining("orders")
			.withMessageContaining("101 bytes")
			.withMessageContaining("100");
		assertThat(this.sent).isEmpty();
	}

	@Test
	void payloadOfTheMaximumSizeIsAccepted() {
		assertThat(this.template.submit("orders", "x".repeat(100), HOUR).status()).isEqualTo(SubmitStatus.CREATED);
	}

	@Test
	void nothingIsSentIfOnePayloadCannotBeWritten() {
		DelayTemplate withoutJackson = new DelayTemplate(new ForwardingJobStore(this.store) {

			@Override
			public List<SubmitResult> submit(List<NewJob> jobs) {
				throw new AssertionError("sent");
			}

		}, this.store, new SimplePayloadConverter());
		List<Job> jobs = List.of(Job.to("a").build(), Job.to("orders").payload(new Object()).build());
		assertThatExceptionOfType(PayloadConversionException.class).isThrownBy(() -> withoutJackson.submitAll(jobs))
			.withMessageStartingWith("A job for topic 'orders' has a payload that cannot be stored. "
					+ "Cannot write a payload of type java.lang.Object");
	}

	@Test
	void invalidTopicsIdsAndTimesAreRefusedBeforeAnythingIsSent() {
		DelayTemplate noStore = template(new ForwardingJobStore(null), ids());
		assertThatIllegalArgumentException().isThrownBy(() -> noStore.submit("no topic", "x", HOUR))
			.withMessageContaining("no topic");
		assertThatIllegalArgumentException().isThrownBy(() -> noStore.submit("a", "x", Duration.ofMillis(-1)))
			.withMessageContaining("negative");
		assertThatIllegalArgumentException().isThrownBy(() -> noStore.cancel("no topic", "a"))
			.withMessageContaining("no topic");
		assertThatIllegalArgumentException().isThrownBy(() -> noStore.cancel("a", "no id"))
			.withMessageContaining("no id");
		assertThatIllegalArgumentException().isThrownBy(() -> noStore.reschedule("a", "", HOUR));
		assertThatIllegalArgumentException()
			.isThrownBy(() -> noStore.reschedule("a", "a", Instant.parse("+10000-01-01T00:00:00Z")));
		assertThatIllegalArgumentException().isThrownBy(() -> noStore.reserve("a", 0)).withMessageContaining("0");
		assertThatIllegalArgumentException().isThrownBy(() -> noStore.reserve("a", 501)).withMessageContaining("501");
		assertThatIllegalArgumentException().isThrownBy(() -> noStore.find("a", "no id"));
		assertThat(this.sent).isEmpty();
	}

	@Test
	void generatedIdThatExistsIsReplacedForThatJobOnly() {
		this.template.submit(Job.to("orders").id("taken").build());
		DelayTemplate colliding = template(this.store, ids("free", "taken", "taken", "other"));
		this.sent.clear();
		List<SubmitResult> results = colliding.submitAll(
				List.of(Job.to("orders").build(), Job.to("orders").build(), Job.to("orders").id("mine").build()));
		assertThat(results).extracting(SubmitResult::id).containsExactly("free", "other", "mine");
		assertThat(results).extracting(SubmitResult::status).containsOnly(SubmitStatus.CREATED);
		assertThat(this.sent).extracting(List::size).containsExactly(3, 1, 1);
	}

	@Test
	void outcomeIsUnknownIfAJobCannotBeStoredUnderItsNewId() {
		this.template.submit(Job.to("orders").id("taken").build());
		DelayTemplate colliding = template(new ForwardingJobStore(this.store) {

			@Override
			public List<SubmitResult> submit(List<NewJob> jobs) {
				if (jobs.size() == 1) {
					throw new DataAccessResourceFailureException("Redis cannot be reached; nothing was sent");
				}
				return super.submit(jobs);
			}

		}, ids("taken", "other"));
		assertThatExceptionOfType(SubmitOutcomeUnknownException.class)
			.isThrownBy(
					() -> colliding.submitAll(List.of(Job.to("orders").build(), Job.to("orders").id("mine").build())))
			.satisfies((ex) -> assertThat(ex.ids()).contains("mine"));
		assertThat(this.template.find("orders", "mine")).isPresent();
	}

	@Test
	void generatedIdNeverReplacesAJob() {
		this.template.submit(Job.to("orders").id("taken").payload("1").build());
		DelayTemplate colliding = template(this.store, ids("taken", "other"));
		colliding.submit(Job.to("orders").payload("2").onConflict(ConflictPolicy.REPLACE).build());
		assertThat(this.template.find("orders", "taken").orElseThrow().record().payload()).asString().isEqualTo("1");
	}

	@Test
	void generatorWithoutFreeIdsIsReported() {
		this.template.submit(Job.to("orders").id("same").build());
		DelayTemplate colliding = template(this.store, () -> "same");
		assertThatIllegalStateException().isThrownBy(() -> colliding.submit("orders", "x", HOUR))
			.withMessageContaining("orders")
			.withMessageContaining("JobIdGenerator");
	}

	@Test
	void cancelReturnsTheStateFound() {
		String id = this.template.submit("orders", "x", HOUR).id();
		assertThat(this.template.cancel("orders", id)).contains(JobState.DELAYED);
		assertThat(this.template.cancel("orders", id)).isEmpty();
	}

	@Test
	void rescheduleMovesTheDueTime() {
		String id = this.template.submit("orders", "x", HOUR).id();
		assertThat(this.template.reschedule("orders", id, Duration.ofHours(2))).contains(JobState.DELAYED);
		assertThat(this.template.find("orders", id).orElseThrow().time())
			.isEqualTo(this.now.get().plus(Duration.ofHours(2)));
		this.template.reschedule("orders", id, this.now.get());
		assertThat(this.template.find("orders", id).orElseThrow().state()).isEqualTo(JobState.READY);
	}

	@Test
	void pulledJobIsReadAndAcknowledged() {
		this.template.submit("orders", List.of("a", "b"), Duration.ZERO);
		ReservedJob job = this.template.reserve("orders", 10).get(0);
		assertThat(this.template.read(job, List.class)).isEqualTo(List.of("a", "b"));
		assertThat(job.terms().ttr()).isEqualTo(Duration.ofSeconds(60));
		assertThat(job.terms().maxAttempts()).isEqualTo(5);
		assertThat(this.template.ack(job.lease())).isEqualTo(SettleResult.DONE);
		assertThat(this.template.ack(job.lease())).isEqualTo(SettleResult.LEASE_LOST);
	}

	@Test
	void pulledJobIsReleasedTouchedAndBuried() {
		String id = this.template.submit("orders", "x", Duration.ZERO).id();
		ReservedJob job = this.template.reserve("orders", 1, Duration.ofSeconds(10), 2).get(0);
		assertThat(job.terms().ttr()).isEqualTo(Duration.ofSeconds(10));
		assertThat(this.template.release(job.lease(), Duration.ZERO)).isEqualTo(SettleResult.DONE);
		job = this.template.reserve("orders", 1).get(0);
		assertThat(job.terms().attempt()).isEqualTo(1);
		assertThat(this.template.touch(job.lease(), HOUR)).isEqualTo(SettleResult.DONE);
		assertThat(this.template.find("orders", id).orElseThrow().time()).isEqualTo(this.now.get().plus(HOUR));
		assertThat(this.template.bury(job.lease(), "no such order")).isEqualTo(SettleResult.DONE);
		StoredJob failed = this.template.find("orders", id).orElseThrow();
		assertThat(failed.state()).isEqualTo(JobState.FAILED);
		assertThat(failed.failures().last().error()).isEqualTo("no such order");
		assertThat(failed.failures().last().host()).isEqualTo("host-1");
	}

	@Test
	void jobsOfALostReplyAreHandedBack() {
		String id = this.template.submit("orders", "x", Duration.ZERO).id();
		DelayTemplate losing = template(new ForwardingJobStore(this.store) {

			@Override
			public ReserveResult reserve(ReserveRequest request) {
				super.reserve(request);
				throw new QueryTimeoutException("lost");
			}

		}, ids());
		assertThatExceptionOfType(QueryTimeoutException.class).isThrownBy(() -> losing.reserve("orders", 1));
		assertThat(this.template.find("orders", id).orElseThrow().state()).isEqualTo(JobState.READY);
		assertThat(this.template.reserve("orders", 1).get(0).terms().attempt()).isEqualTo(1);
	}

	@Test
	void failureOfAHandBackDoesNotHideTheFirstFailure() {
		DelayTemplate broken = template(new ForwardingJobStore(this.store) {

			@Override
			public ReserveResult reserve(ReserveRequest request) {
				throw new QueryTimeoutException("first");
			}

			@Override
			public int handBack(String topic, String token) {
				throw new DataAccessResourceFailureException("second");
			}

		}, ids());
		assertThatExceptionOfType(QueryTimeoutException.class).isThrownBy(() -> broken.reserve("orders", 1))
			.withMessage("first");
	}

	/**
	 * Does not take settlements and touches at first.
	 */
	private final class BusyJobStore extends ForwardingJobStore {

		private int refusals;

		private int locked;

		BusyJobStore(int refusals) {
			super(DelayTemplateTests.this.store);
			this.refusals = refusals;
		}

		@Override
		public List<SettleResult> settle(List<Settlement> settlements) {
			refuse();
			return super.settle(settlements);
		}

		@Override
		public List<SettleResult> touch(List<Touch> touches) {
			refuse();
			if (this.locked > 0) {
				this.locked--;
				return touches.stream().map((touch) -> SettleResult.UNREACHABLE).toList();
			}
			return super.touch(touches);
		}

		private void refuse() {
			if (this.refusals > 0) {
				this.refusals--;
				throw new TransientDataAccessResourceException("TRYAGAIN");
			}
		}

	}

}
