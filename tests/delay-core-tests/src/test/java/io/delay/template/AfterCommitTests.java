// SPDX-License-Identifier: Apache-2.0

package io.delay.template;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import ch.qos.logback.classic.Level;
import io.micrometer.observation.tck.TestObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistryAssert;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.InvalidDataAccessResourceUsageException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.util.unit.DataSize;
import tools.jackson.databind.json.JsonMapper;

import io.delay.converter.JacksonPayloadConverter;
import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.Job;
import io.delay.job.JobExistsException;
import io.delay.job.JobState;
import io.delay.job.PayloadTooLargeException;
import io.delay.job.SubmitResult;
import io.delay.listener.RecordedLog;
import io.delay.store.JobRecord;
import io.delay.store.NewJob;
import io.delay.store.OutcomeUnknownException;
import io.delay.store.ReserveTerms;
import io.delay.store.SubmitOutcomeUnknownException;
import io.delay.store.memory.MemoryJobStore;
import io.delay.template.AfterCommitException.Failure;
import io.delay.template.AfterCommitException.Operation;
import io.delay.template.AfterCommitException.Outcome;
import io.delay.test.store.ForwardingJobStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

class AfterCommitTests {

	private static final Duration HOUR = Duration.ofHours(1);

	private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

	private final AtomicReference<Instant> now = new AtomicReference<>(START);

	private final MemoryJobStore memory = new MemoryJobStore((InstantSource) this.now::get);

	private final RecordingStore store = new RecordingStore(this.memory);

	private final DelayTemplate template = template(SubmitObservations.none());

	private final JdbcTransactionManager transactions = new JdbcTransactionManager(dataSource());

	private final JdbcTemplate jdbc = new JdbcTemplate(Objects.requireNonNull(this.transactions.getDataSource()));

	private DelayTemplate template(SubmitObservations observations) {
		return new DelayTemplate(this.store, this.memory, new JacksonPayloadConverter(JsonMapper.builder().build()),
				new DelayTemplateOptions(DataSize.ofBytes(100), ReserveTerms.defaults(), Map.of(),
						JobIdGenerator.timeOrdered(InstantSource.system()), "host-1", observations));
	}

	private static JdbcDataSource dataSource() {
		JdbcDataSource source = new JdbcDataSource();
		source.setUrl("jdbc:h2:mem:after-commit;DB_CLOSE_DELAY=-1");
		return source;
	}

	private void inTransaction(Runnable action) {
		inTransaction(TransactionDefinition.PROPAGATION_REQUIRED, (status) -> action.run());
	}

	private void inTransaction(int propagation, Consumer<TransactionStatus> action) {
		TransactionTemplate transaction = new TransactionTemplate(this.transactions);
		transaction.setPropagationBehavior(propagation);
		transaction.executeWithoutResult(action);
	}

	private AfterCommitOperations afterCommit() {
		return this.template.afterCommit();
	}

	private static Job job(String id) {
		return Job.to("orders").id(id).delay(HOUR).build();
	}

	private boolean exists(String id) {
		return this.memory.find("orders", id).isPresent();
	}

	@Test
	void jobsAreSubmittedInOneCallOnceTheTransactionHasCommitted() {
		inTransaction(() -> {
			afterCommit().submit("orders", "payload", HOUR);
			afterCommit().submit(job("a"));
			afterCommit().submitAll(List.of(job("b"), Job.to("refunds").id("c").build()));
			assertThat(this.store.calls).isEmpty();
		});
		assertThat(this.store.calls).hasSize(1);
		assertThat(this.store.calls.get(0)).startsWith("submit ").endsWith(" a b c");
	}

	@Test
	void operationsOfARolledBackTransactionAreDropped() {
		this.template.submit(job("a"));
		inTransaction(TransactionDefinition.PROPAGATION_REQUIRED, (status) -> {
			afterCommit().submit(job("b"));
			afterCommit().cancel("orders", "a");
			afterCommit().reschedule("orders", "a", Duration.ZERO);
			status.setRollbackOnly();
		});
		assertThat(this.store.calls).containsExactly("submit a");
	}

	@Test
	void operationsWithoutATransactionAreCarriedOutAtOnce() {
		afterCommit().submit(job("a"));
		afterCommit().reschedule("orders", "a", Duration.ZERO);
		afterCommit().cancel("orders", "a");
		assertThat(this.store.calls).containsExactly("submit a", "reschedule a", "cancel a");
		afterCommit().submit(job("a"));
		assertThatExceptionOfType(JobExistsException.class)
			.isThrownBy(() -> afterCommit().submit(Job.to("orders").id("a").onConflict(ConflictPolicy.REJECT).build()));
	}

	@Test
	void operationsWithTheCommitOfAnotherDatabaseWaitForIt() {
		inTransaction(() -> {
			this.template.withCommit().submit(job("a"));
			this.template.withCommit().cancel("orders", "b");
			assertThat(this.store.calls).isEmpty();
		});
		assertThat(this.store.calls).containsExactly("submit a", "cancel b");
	}

	@Test
	void operationsWithTheCommitOfTheDatabaseOfTheJobsAreCarriedOutAtOnce() {
		this.store.joinsTransaction = true;
		inTransaction(() -> {
			this.template.withCommit().submit(job("a"));
			assertThat(this.store.calls).containsExactly("submit a");
			this.template.afterCommit().submit(job("b"));
			assertThat(this.store.calls).containsExactly("submit a");
		});
		assertThat(this.store.calls).containsExactly("submit a", "submit b");
	}

	@Test
	void emptyTransactionCountsAsNone() {
		inTransaction(TransactionDefinition.PROPAGATION_SUPPORTS, (status) -> {
			assertThat(TransactionSynchronizationManager.isSynchronizationActive()).isTrue();
			afterCommit().submit(job("a"));
			assertThat(this.store.calls).containsExactly("submit a");
		});
	}

	@Test
	void invalidJobRollsTheTransactionBack() {
		this.jdbc.execute("create table if not exists placed (id varchar(10))");
		assertThatExceptionOfType(PayloadTooLargeException.class).isThrownBy(() -> inTransaction(() -> {
			this.jdbc.update("insert into placed values ('a')");
			afterCommit().submitAll(List.of(job("a"), Job.to("orders").payload("x".repeat(101)).build()));
		}));
		assertThat(this.jdbc.queryForObject("select count(*) from placed", Integer.class)).isZero();
		assertThat(this.store.calls).isEmpty();
	}

	@Test
	void jobsOfARejectedBatchAreNotAdded() {
		inTransaction(() -> assertThatExceptionOfType(PayloadTooLargeException.class).isThrownBy(
				() -> afterCommit().submitAll(List.of(job("a"), Job.to("orders").payload("x".repeat(101)).build()))));
		assertThat(this.store.calls).isEmpty();
	}

	@Test
	void payloadIsThatOfTheCall() {
		List<String> payload = new ArrayList<>(List.of("before"));
		inTransaction(() -> {
			afterCommit().submit(Job.to("orders").id("a").payload(payload).build());
			payload.set(0, "after");
		});
		assertThat(this.memory.find("orders", "a").orElseThrow().record().payload()).asString()
			.isEqualTo("[\"before\"]");
	}

	@Test
	void delayStartsAfterTheCommitAndAnInstantStays() {
		this.template.submitAll(List.of(job("c"), job("d")));
		inTransaction(() -> {
			afterCommit().submit(job("a"));
			afterCommit().submit(Job.to("orders").id("b").dueTime(START.plus(HOUR)).build());
			afterCommit().reschedule("orders", "c", HOUR);
			afterCommit().reschedule("orders", "d", START.plus(HOUR));
			this.now.set(START.plusSeconds(10));
		});
		assertThat(dueTime("a")).isEqualTo(START.plus(HOUR).plusSeconds(10));
		assertThat(dueTime("b")).isEqualTo(START.plus(HOUR));
		assertThat(dueTime("c")).isEqualTo(START.plus(HOUR).plusSeconds(10));
		assertThat(dueTime("d")).isEqualTo(START.plus(HOUR));
	}

	private Instant dueTime(String id) {
		return this.memory.find("orders", id).orElseThrow().dueTime();
	}

	@Test
	void operationsOnOneJobKeepTheirOrder() {
		inTransaction(() -> {
			afterCommit().submit(job("a"));
			afterCommit().submit(job("b"));
			afterCommit().cancel("orders", "a");
			afterCommit().submit(job("a"));
			afterCommit().reschedule("orders", "a", HOUR);
			afterCommit().cancel("orders", "b");
		});
		assertThat(this.store.calls).containsExactly("submit a b", "cancel a", "submit a", "reschedule a", "cancel b");
	}

	@Test
	void submitsOfOneIdAreSeparateCalls() {
		inTransaction(() -> {
			afterCommit().submit(job("a"));
			afterCommit().submit(Job.to("orders").id("a").onConflict(ConflictPolicy.REPLACE).payload("2").build());
			afterCommit().submit(Job.to("refunds").id("a").build());
		});
		assertThat(this.store.calls).containsExactly("submit a", "submit a a");
		assertThat(this.memory.find("orders", "a").orElseThrow().record().payload()).asString().isEqualTo("2");
	}

	@Test
	void submitsShareACallWithOperationsOnOtherJobsBetweenThem() {
		this.template.submitAll(List.of(job("x"), job("y")));
		this.store.calls.clear();
		inTransaction(() -> {
			afterCommit().cancel("orders", "x");
			afterCommit().submit(job("a"));
			afterCommit().cancel("orders", "y");
			afterCommit().submit(job("b"));
			afterCommit().submit(job("x"));
			afterCommit().submit(job("y"));
		});
		assertThat(this.store.calls).containsExactly("cancel x", "submit a b x", "cancel y", "submit y");
		assertThat(exists("x") && exists("y")).isTrue();
	}

	@Test
	void newTransactionHasItsOwnOperations() {
		inTransaction(TransactionDefinition.PROPAGATION_REQUIRED, (status) -> {
			afterCommit().submit(job("outer"));
			inTransaction(TransactionDefinition.PROPAGATION_REQUIRES_NEW,
					(inner) -> afterCommit().submit(job("inner")));
			assertThat(this.store.calls).containsExactly("submit inner");
			inTransaction(TransactionDefinition.PROPAGATION_NOT_SUPPORTED, (none) -> afterCommit().submit(job("none")));
			assertThat(this.store.calls).containsExactly("submit inner", "submit none");
			inTransaction(TransactionDefinition.PROPAGATION_REQUIRES_NEW, (inner) -> {
				afterCommit().submit(job("rolled-back"));
				inner.setRollbackOnly();
			});
			afterCommit().submit(job("outer-2"));
		});
		assertThat(this.store.calls).containsExactly("submit inner", "submit none", "submit outer outer-2");
	}

	@Test
	void participatingTransactionSharesTheOperations() {
		inTransaction(() -> {
			inTransaction(() -> afterCommit().submit(job("a")));
			assertThat(this.store.calls).isEmpty();
			afterCommit().submit(job("b"));
		});
		assertThat(this.store.calls).containsExactly("submit a b");
	}

	@Test
	void rollbackToASavepointDropsLaterOperations() {
		inTransaction(() -> {
			afterCommit().submit(job("a"));
			inTransaction(TransactionDefinition.PROPAGATION_NESTED, (nested) -> {
				afterCommit().submit(job("dropped"));
				nested.setRollbackOnly();
			});
			inTransaction(TransactionDefinition.PROPAGATION_NESTED, (nested) -> afterCommit().submit(job("b")));
			afterCommit().submit(job("c"));
		});
		assertThat(this.store.calls).containsExactly("submit a b c");
	}

	@Test
	void rollbackToASavepointBeforeTheFirstOperationDropsAll() {
		inTransaction(() -> {
			inTransaction(TransactionDefinition.PROPAGATION_NESTED, (nested) -> {
				afterCommit().submit(job("dropped"));
				inTransaction(TransactionDefinition.PROPAGATION_NESTED,
						(inner) -> afterCommit().submit(job("dropped-too")));
				nested.setRollbackOnly();
			});
			afterCommit().submit(job("a"));
		});
		assertThat(this.store.calls).containsExactly("submit a");
	}

	@Test
	void savepointCanBeRolledBackToAgain() {
		inTransaction(TransactionDefinition.PROPAGATION_REQUIRED, (status) -> {
			afterCommit().submit(job("a"));
			Object savepoint = status.createSavepoint();
			afterCommit().submit(job("b"));
			status.createSavepoint();
			afterCommit().submit(job("c"));
			status.rollbackToSavepoint(savepoint);
			afterCommit().submit(job("d"));
			status.rollbackToSavepoint(savepoint);
			afterCommit().submit(job("e"));
		});
		assertThat(this.store.calls).containsExactly("submit a e");
	}

	@Test
	void operationsCalledAfterTheCommitAreNotLost() {
		inTransaction(() -> afterTheCommit(() -> {
			assertThat(TransactionSynchronizationManager.isActualTransactionActive()).isTrue();
			afterCommit().submit(job("a"));
		}));
		assertThat(this.store.calls).containsExactly("submit a");
	}

	@Test
	void operationsCalledAfterThoseOfTheTransactionAreCarriedOutAtOnce() {
		inTransaction(() -> {
			afterCommit().submit(job("a"));
			afterTheCommit(() -> {
				afterCommit().submit(job("b"));
				this.store.calls.add("end");
			});
		});
		assertThat(this.store.calls).containsExactly("submit a", "submit b", "end");
	}

	@Test
	void operationsCalledAfterTheCompletionAreCarriedOutAtOnce() {
		inTransaction(() -> TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

			@Override
			public void afterCompletion(int status) {
				AfterCommitTests.this.afterCommit().submit(job("a"));
				AfterCommitTests.this.store.calls.add("completed");
			}

		}));
		assertThat(this.store.calls).containsExactly("submit a", "completed");
	}

	@Test
	void operationsAreCarriedOutIfAnotherSynchronizationFails() {
		assertThatExceptionOfType(IllegalCallerException.class).isThrownBy(() -> inTransaction(() -> {
			afterTheCommit(() -> {
				throw new IllegalCallerException();
			});
			afterCommit().submit(job("a"));
		}));
		assertThat(this.store.calls).containsExactly("submit a");
	}

	private static void afterTheCommit(Runnable action) {
		TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

			@Override
			public void afterCommit() {
				action.run();
			}

		});
	}

	@Test
	void failuresReachTheCallerOfTheTransactionAndNameTheJobs() {
		this.template.submitAll(List.of(job("taken"), job("b")));
		this.store.failing.put("orders", new InvalidDataAccessResourceUsageException("refused"));
		this.store.failing.put("lost", OutcomeUnknownException.ofChange("cancel", "lost", List.of("l"), null));
		AfterCommitException ex = catchThrowableOfType(AfterCommitException.class, () -> inTransaction(() -> {
			afterCommit().submit(Job.to("refunds").id("first").build());
			afterCommit().submit(job("a"));
			afterCommit().cancel("lost", "l");
			afterCommit().reschedule("orders", "b", HOUR);
			afterCommit().submit(Job.to("refunds").id("last").build());
		}));
		assertThat(ex.failures()).extracting(Failure::operation, Failure::topic, Failure::id, Failure::outcome)
			.containsExactly(tuple(Operation.SUBMIT, "orders", "a", Outcome.NOT_EXECUTED),
					tuple(Operation.CANCEL, "lost", "l", Outcome.UNKNOWN),
					tuple(Operation.RESCHEDULE, "orders", "b", Outcome.NOT_EXECUTED));
		assertThat(ex).hasMessageContaining("The transaction has committed, but 3 of its 5 operations on jobs failed: "
				+ "submit was not carried out (topic 'orders', jobs [a]); "
				+ "cancel has an unknown outcome (topic 'lost', jobs [l]); "
				+ "reschedule was not carried out (topic 'orders', jobs [b]).");
		assertThat(ex).hasCause(this.store.failing.get("orders"));
		assertThat(ex).hasSuppressedException(this.store.failing.get("lost"));
		assertThat(this.memory.find("refunds", "first")).isPresent();
		assertThat(this.memory.find("refunds", "last")).isPresent();
	}

	@Test
	void rejectedJobsAreNamedAndTheOthersAreStored() {
		this.template.submitAll(List.of(job("taken"), Job.to("refunds").id("other").build()));
		AfterCommitException ex = catchThrowableOfType(AfterCommitException.class, () -> inTransaction(() -> {
			for (String id : List.of("new", "taken", "other")) {
				afterCommit().submit(Job.to("orders").id(id).onConflict(ConflictPolicy.REJECT).build());
			}
			afterCommit().submit(Job.to("refunds").id("other").build());
		}));
		assertThat(ex.failures()).extracting(Failure::topic, Failure::id, Failure::outcome)
			.containsExactly(tuple("orders", "taken", Outcome.REJECTED));
		assertThat(exists("new") && exists("other")).isTrue();
	}

	@Test
	void operationsOnAJobAreNotCarriedOutAfterOneThatFailed() {
		this.template.submit(job("a"));
		this.store.calls.clear();
		this.store.failing.put("cancel a", new InvalidDataAccessResourceUsageException("refused"));
		this.store.failing.put("cancel b", OutcomeUnknownException.ofChange("cancel", "orders", List.of("b"), null));
		AfterCommitException ex = catchThrowableOfType(AfterCommitException.class, () -> inTransaction(() -> {
			afterCommit().cancel("orders", "a");
			afterCommit().cancel("orders", "b");
			afterCommit().submit(job("a"));
			afterCommit().submit(job("c"));
			afterCommit().reschedule("orders", "b", HOUR);
		}));
		assertThat(this.store.calls).containsExactly("cancel a", "cancel b", "submit c");
		assertThat(ex.failures()).extracting(Failure::operation, Failure::id, Failure::outcome)
			.containsExactly(tuple(Operation.CANCEL, "a", Outcome.NOT_EXECUTED),
					tuple(Operation.CANCEL, "b", Outcome.UNKNOWN), tuple(Operation.SUBMIT, "a", Outcome.NOT_EXECUTED),
					tuple(Operation.RESCHEDULE, "b", Outcome.NOT_EXECUTED));
		assertThat(ex.failures().get(2).cause()).isSameAs(this.store.failing.get("cancel a"));
	}

	@Test
	void operationsOnARejectedJobAreCarriedOut() {
		this.template.submit(job("a"));
		catchThrowableOfType(AfterCommitException.class, () -> inTransaction(() -> {
			afterCommit().submit(Job.to("orders").id("a").onConflict(ConflictPolicy.REJECT).build());
			afterCommit().cancel("orders", "a");
		}));
		assertThat(exists("a")).isFalse();
	}

	@Test
	void unreachableStoreIsNotCalledAgain() {
		this.store.failing.put("orders", new DataAccessResourceFailureException("refused"));
		AfterCommitException ex = catchThrowableOfType(AfterCommitException.class, () -> inTransaction(() -> {
			afterCommit().submit(job("a"));
			afterCommit().submit(Job.to("refunds").id("b").build());
			afterCommit().cancel("refunds", "c");
		}));
		assertThat(this.store.calls).containsExactly("submit a b");
		assertThat(ex.failures()).extracting(Failure::id, Failure::outcome)
			.containsExactly(tuple("a", Outcome.NOT_EXECUTED), tuple("b", Outcome.NOT_EXECUTED),
					tuple("c", Outcome.NOT_EXECUTED));
	}

	@Test
	void storeThatDoesNotAnswerIsNotCalledAgain() {
		this.store.failing.put("orders", OutcomeUnknownException.ofChange("cancel", "orders", List.of("a"),
				new QueryTimeoutException("no answer")));
		AfterCommitException ex = catchThrowableOfType(AfterCommitException.class, () -> inTransaction(() -> {
			afterCommit().cancel("orders", "a");
			afterCommit().cancel("refunds", "b");
		}));
		assertThat(this.store.calls).containsExactly("cancel a");
		assertThat(ex.failures()).extracting(Failure::id, Failure::outcome)
			.containsExactly(tuple("a", Outcome.UNKNOWN), tuple("b", Outcome.NOT_EXECUTED));
	}

	@Test
	void jobThatIsNotStoredBecauseAReservedOrFailedOneIsKeptIsLogged() {
		this.template.submitAll(List.of(Job.to("orders").id("a").build(), job("waiting")));
		this.template.reserve("orders", 1);
		try (RecordedLog log = new RecordedLog(KeptJobs.class)) {
			inTransaction(() -> afterCommit().submitAll(List.of(job("waiting"), job("new"), job("a"))));
			afterCommit().submit(job("a"));
			assertThat(log.messages(Level.WARN)).hasSize(2)
				.allMatch((message) -> message.startsWith("Job 'a' of topic 'orders' was not stored")
						&& message.endsWith("a reserved job with this id exists"));
		}
	}

	@Test
	void submitOfUnknownOutcomeIsNotRepeated() {
		this.store.failing.put("orders", new SubmitOutcomeUnknownException(List.of("orders"), List.of("a"), null));
		AfterCommitException ex = catchThrowableOfType(AfterCommitException.class, () -> inTransaction(() -> {
			afterCommit().submit("orders", "payload", HOUR);
			afterCommit().submit(Job.to("refunds").id("c").build());
		}));
		assertThat(this.store.calls).hasSize(1);
		assertThat(ex.failures()).extracting(Failure::outcome).containsExactly(Outcome.UNKNOWN, Outcome.UNKNOWN);
		assertThat(ex.failures().get(0).id()).hasSize(14);
		assertThat(this.store.calls.get(0)).contains(ex.failures().get(0).id());
	}

	@Test
	void failureAfterTheCompletionIsLogged() {
		this.store.failing.put("orders", new DataAccessResourceFailureException("refused"));
		try (RecordedLog log = new RecordedLog(PendingOperations.class)) {
			inTransaction(() -> afterTheCommit(() -> afterCommit().submit(job("a"))));
			assertThat(log.messages(Level.ERROR)).singleElement()
				.asString()
				.contains("submit was not carried out (topic 'orders', jobs [a])");
		}
	}

	@Test
	void operationsOfATransactionOfUnknownOutcomeAreLogged() {
		JdbcTransactionManager failing = new JdbcTransactionManager(dataSource()) {

			@Override
			protected void doCommit(DefaultTransactionStatus status) {
				throw new TransactionSystemException("lost");
			}

		};
		try (RecordedLog log = new RecordedLog(PendingOperations.class)) {
			assertThatExceptionOfType(TransactionSystemException.class)
				.isThrownBy(() -> new TransactionTemplate(failing).executeWithoutResult((status) -> {
					afterCommit().submit(job("a"));
					afterCommit().cancel("orders", "b");
				}));
			assertThat(log.messages(Level.WARN)).singleElement()
				.asString()
				.contains("submit job 'a' of topic 'orders', cancel job 'b' of topic 'orders'");
		}
		assertThat(this.store.calls).isEmpty();
	}

	@Test
	void templatesHaveSeparateOperations() {
		DelayTemplate other = template(SubmitObservations.none());
		inTransaction(() -> {
			afterCommit().submit(job("a"));
			other.afterCommit().submit(job("b"));
			afterCommit().submit(job("c"));
		});
		assertThat(this.store.calls).containsExactly("submit a c", "submit b");
	}

	@Test
	void generatedIdThatExistsIsReplaced() {
		this.memory.submit(
				List.of(new NewJob("orders", "taken", DueTime.NOW, ConflictPolicy.KEEP, JobRecord.of(new byte[0]))));
		Iterator<String> ids = List.of("taken", "free").iterator();
		DelayTemplate unlucky = new DelayTemplate(this.store, this.memory,
				new JacksonPayloadConverter(JsonMapper.builder().build()), new DelayTemplateOptions(
						DataSize.ofBytes(100), ReserveTerms.defaults(), Map.of(), ids::next, "host-1"));
		inTransaction(() -> unlucky.afterCommit().submit("orders", "payload", HOUR));
		assertThat(this.store.calls).containsExactly("submit taken", "submit free");
		assertThat(exists("free")).isTrue();
	}

	@Test
	void submitsAreObservedAfterTheCommit() {
		TestObservationRegistry registry = TestObservationRegistry.create();
		DelayTemplate observed = template(new SubmitObservations(registry, null, null));
		inTransaction(() -> {
			observed.afterCommit().submitAll(List.of(job("a"), job("b")));
			TestObservationRegistryAssert.assertThat(registry).doesNotHaveAnyObservation();
		});
		TestObservationRegistryAssert.assertThat(registry)
			.hasNumberOfObservationsEqualTo(1)
			.hasObservationWithNameEqualTo("delay.submit")
			.that()
			.hasLowCardinalityKeyValue("outcome", "success")
			.hasHighCardinalityKeyValue("delay.jobs", "2");
	}

	/**
	 * Records the calls, and fails for some topics.
	 */
	private static final class RecordingStore extends ForwardingJobStore {

		private final List<String> calls = new ArrayList<>();

		private final Map<String, RuntimeException> failing = new HashMap<>();

		private boolean joinsTransaction;

		private RecordingStore(MemoryJobStore store) {
			super(store);
		}

		@Override
		public boolean joinsTransaction() {
			return this.joinsTransaction;
		}

		@Override
		public List<SubmitResult> submit(List<NewJob> jobs) {
			this.calls.add("submit " + String.join(" ", jobs.stream().map(NewJob::id).toList()));
			jobs.forEach((job) -> failIfInstructed(job.topic()));
			return super.submit(jobs);
		}

		@Override
		public Optional<JobState> cancel(String topic, String id) {
			this.calls.add("cancel " + id);
			failIfInstructed("cancel " + id);
			failIfInstructed(topic);
			return super.cancel(topic, id);
		}

		@Override
		public Optional<JobState> reschedule(String topic, String id, DueTime dueTime) {
			this.calls.add("reschedule " + id);
			failIfInstructed(topic);
			return super.reschedule(topic, id, dueTime);
		}

		private void failIfInstructed(String topic) {
			RuntimeException failure = this.failing.get(topic);
			if (failure != null) {
				throw failure;
			}
		}

	}

}
