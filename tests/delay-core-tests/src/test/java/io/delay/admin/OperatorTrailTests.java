// SPDX-License-Identifier: Apache-2.0

package io.delay.admin;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

import ch.qos.logback.classic.Level;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.dao.DataAccessResourceFailureException;

import io.delay.admin.failures.FailureCause;
import io.delay.event.DelayAdminEvent;
import io.delay.event.DelayAdminEvent.Action;
import io.delay.job.DueTime;
import io.delay.job.JobState;
import io.delay.job.SubmitResult;
import io.delay.job.SubmitStatus;
import io.delay.listener.RecordedLog;
import io.delay.store.DelegatingJobStoreAdministrator;
import io.delay.store.OutcomeUnknownException;
import io.delay.store.admin.JobEdit;
import io.delay.store.admin.Operator;
import io.delay.store.admin.TopicPause;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What stays of what operators do.
 */
class OperatorTrailTests {

	private static final String TOPIC = "orders";

	private static final Operator ALICE = new Operator("alice");

	private final StoreWithJobs jobs = new StoreWithJobs();

	private final StoreThatFails administrator = new StoreThatFails();

	private final List<DelayAdminEvent> events = new ArrayList<>();

	private final RecordedLog log = new RecordedLog(DelayAdmin.class);

	private @Nullable String current = "alice";

	private final DelayAdmin admin = new DelayAdmin(this.jobs.store(), this.jobs.store(), this.administrator,
			DelayAdminOptions.defaults()
				.withApplication("shop")
				.withHost("vm")
				.withCurrentOperator(() -> this.current)
				.withEvents(this.events::add));

	@AfterEach
	void close() {
		this.log.close();
	}

	@ParameterizedTest
	@MethodSource("actions")
	void everyActionIsLoggedInOneLineAndPublishedAsOneEvent(Consumer<DelayAdmin> action, String line,
			DelayAdminEvent event) {
		givenJobs();
		action.accept(this.admin);
		assertThat(this.log.messages(Level.INFO)).containsExactly("Operator 'alice' " + line);
		assertThat(this.log.messages(Level.DEBUG)).isEmpty();
		assertThat(this.log.messages(Level.WARN)).isEmpty();
		assertThat(this.events).containsExactly(event);
	}

	static Stream<Object[]> actions() {
		return Stream.of(
				done((admin) -> admin.jobs().kick(TOPIC, "failed"), "kicked 1 job of topic 'orders': failed",
						Action.KICK, List.of("failed"), 1),
				done((admin) -> admin.jobs().kick(TOPIC, List.of("none", "failed-2", "delayed", "failed")),
						"kicked 2 jobs of topic 'orders': failed-2, failed", Action.KICK, List.of("failed-2", "failed"),
						2),
				done((admin) -> admin.bulk().kickAll(TOPIC), "kicked 2 jobs of topic 'orders'", Action.KICK, List.of(),
						2),
				done((admin) -> admin.jobs().bury(TOPIC, "delayed", "why"), "buried 1 job of topic 'orders': delayed",
						Action.BURY, List.of("delayed"), 1),
				done((admin) -> admin.jobs().bury(TOPIC, List.of("failed", "ready", "delayed"), "why"),
						"buried 2 jobs of topic 'orders': ready, delayed", Action.BURY, List.of("ready", "delayed"), 2),
				done((admin) -> admin.jobs().submit(TOPIC, () -> submitted(SubmitStatus.CREATED)),
						"submitted 1 job of topic 'orders': new", Action.SUBMIT, List.of("new"), 1),
				done((admin) -> admin.jobs().cancel(TOPIC, "ready"), "cancelled 1 job of topic 'orders': ready",
						Action.CANCEL, List.of("ready"), 1),
				done((admin) -> admin.jobs().cancel(TOPIC, List.of("none", "ready", "failed")),
						"cancelled 2 jobs of topic 'orders': ready, failed", Action.CANCEL, List.of("ready", "failed"),
						2),
				done((admin) -> admin.jobs()
					.reschedule(TOPIC, List.of("failed", "ready", "delayed"), DueTime.after(Duration.ofHours(2))),
						"rescheduled 2 jobs of topic 'orders': ready, delayed", Action.RESCHEDULE,
						List.of("ready", "delayed"), 2),
				done((admin) -> admin.jobs()
					.reschedule(TOPIC, List.of("ready"), DueTime.at(Instant.parse("2030-01-31T08:00:00Z"))),
						"rescheduled 1 job of topic 'orders': ready", Action.RESCHEDULE, List.of("ready"), 1),
				done((admin) -> admin.jobs()
					.edit(TOPIC, "failed",
							new JobEdit(admin.jobs().find(TOPIC, "failed").orElseThrow().version(), new byte[1], null)),
						"edited 1 job of topic 'orders': failed", Action.EDIT, List.of("failed"), 1),
				done((admin) -> admin.bulk().kickGroup(TOPIC, FailureCause.of("broken").key(), Duration.ZERO),
						"kicked 2 FAILED jobs of topic 'orders'", Action.KICK, List.of(), 2),
				done((admin) -> admin.bulk().cancelGroup(TOPIC, FailureCause.of("broken").key()),
						"cancelled 2 FAILED jobs of topic 'orders'", Action.CANCEL, List.of(), 2),
				done((admin) -> admin.bulk().purge(TOPIC, JobState.FAILED), "purged 2 FAILED jobs of topic 'orders'",
						Action.PURGE, List.of(), 2),
				done((admin) -> admin.bulk().purge(TOPIC), "purged 4 jobs of topic 'orders'", Action.PURGE, List.of(),
						4),
				done((admin) -> admin.topics().pause(TOPIC), "paused topic 'orders'", Action.PAUSE, List.of(), 0),
				done((admin) -> admin.topics().forget("empty"), "forgot topic 'empty'", Action.FORGET, List.of(), 0,
						"empty"),
				done((admin) -> admin.topics().resume("resting"), "resumed topic 'resting'", Action.RESUME, List.of(),
						0, "resting"));
	}

	private static SubmitResult submitted(SubmitStatus status) {
		return new SubmitResult("new", status, Instant.EPOCH, null);
	}

	private static Object[] done(Consumer<DelayAdmin> call, String line, Action action, List<String> ids, long jobs) {
		return done(call, line, action, ids, jobs, TOPIC);
	}

	private static Object[] done(Consumer<DelayAdmin> call, String line, Action action, List<String> ids, long jobs,
			String topic) {
		return new Object[] { call, line, new DelayAdminEvent(topic, action, ALICE, ids, jobs, true) };
	}

	@ParameterizedTest
	@MethodSource("withoutEffect")
	void actionThatChangesNothingIsLoggedAtDebugWithoutAnEvent(Consumer<DelayAdmin> action) {
		givenJobs();
		action.accept(this.admin);
		assertThat(this.log.messages(Level.INFO)).isEmpty();
		assertThat(this.log.messages(Level.DEBUG)).singleElement()
			.asString()
			.startsWith("Operator 'alice' made no change to topic '");
		assertThat(this.events).isEmpty();
	}

	static Stream<Consumer<DelayAdmin>> withoutEffect() {
		return Stream.of((admin) -> admin.jobs().submit(TOPIC, () -> submitted(SubmitStatus.EXISTING)),
				(admin) -> admin.jobs().kick(TOPIC, "ready"), (admin) -> admin.jobs().kick(TOPIC, "none"),
				(admin) -> admin.bulk().kickAll("empty"), (admin) -> admin.jobs().bury(TOPIC, "failed", "why"),
				(admin) -> admin.jobs().cancel(TOPIC, "none"),
				(admin) -> admin.jobs().edit(TOPIC, "failed", new JobEdit("0", new byte[1], null)),
				(admin) -> admin.jobs().edit(TOPIC, "none", new JobEdit("0", new byte[1], null)),
				(admin) -> admin.bulk().purge("empty"), (admin) -> admin.topics().pause("resting"),
				(admin) -> admin.topics().resume(TOPIC), (admin) -> admin.topics().forget(TOPIC));
	}

	@Test
	void aPauseContainsItsOperator() {
		this.admin.topics().pause(TOPIC);
		assertThat(this.admin.topics().status(TOPIC).pause()).isEqualTo(new TopicPause(ALICE, this.jobs.now()));
	}

	@Test
	void aLineNamesAFewOfManyIds() {
		List<String> ids = this.jobs.failed(TOPIC, 1200);
		this.admin.jobs().kick(TOPIC, ids);
		assertThat(this.log.messages(Level.INFO)).singleElement()
			.asString()
			.endsWith("00008, 00009 and 1190 more")
			.startsWith("Operator 'alice' kicked 1200 jobs of topic 'orders': 00000, 00001, ");
		assertThat(this.events).singleElement().extracting(DelayAdminEvent::ids).isEqualTo(ids);
	}

	// Who acts

	@Test
	void givenOperatorTakesPrecedenceOverTheCurrentOne() {
		this.admin.actingAs("bob").topics().pause(TOPIC);
		this.admin.topics().resume(TOPIC);
		assertThat(this.events).extracting((event) -> event.operator().name()).containsExactly("bob", "alice");
	}

	@Test
	void applicationIsNamedIfTheOperatorIsUnknown() {
		this.current = null;
		this.admin.topics().pause(TOPIC);
		this.current = " ";
		this.admin.topics().resume(TOPIC);
		assertThat(this.events).extracting((event) -> event.operator().name())
			.containsExactly("shop on host vm", "shop on host vm");
	}

	@Test
	void actionSucceedsIfTheOperatorCannotBeDetermined() {
		DelayAdmin admin = new DelayAdmin(this.jobs.store(), this.jobs.store(), this.administrator,
				DelayAdminOptions.defaults().withHost("vm").withCurrentOperator(() -> {
					throw new IllegalStateException("no session");
				}));
		assertThat(admin.topics().pause(TOPIC)).isTrue();
		assertThat(admin.topics().status(TOPIC).pause().by()).hasToString("application on host vm");
		assertThat(this.log.messages(Level.WARN)).singleElement()
			.asString()
			.contains("Could not determine the operator");
	}

	@Test
	void controlCharactersOfANameAreReplaced() {
		this.admin.actingAs("bob\nOperator 'alice'\u001b[2J").topics().pause(TOPIC);
		assertThat(this.log.messages(Level.INFO))
			.containsExactly("Operator 'bob_Operator 'alice'_[2J' paused topic 'orders'");
		assertThat(this.admin.topics().status(TOPIC).pause().by()).hasToString("bob_Operator 'alice'_[2J");
		assertThat(this.events).singleElement()
			.extracting(DelayAdminEvent::operator)
			.hasToString("bob_Operator 'alice'_[2J");
	}

	@Test
	void payloadsAndReasonsAreNotLogged() {
		givenJobs();
		this.admin.jobs().bury(TOPIC, "ready", "customer of\n4711");
		assertThat(this.log.messages(Level.INFO).toString() + this.events).doesNotContain("4711", "payload");
	}

	// The store fails

	@Test
	void changesBeforeAFailureOfTheStoreAreReported() {
		List<String> ids = this.jobs.failed(TOPIC, 1200);
		this.administrator.failInStep = 3;
		assertThatExceptionOfType(PartlyDoneException.class).isThrownBy(() -> this.admin.jobs().kick(TOPIC, ids));
		assertThat(this.log.messages(Level.WARN)).singleElement()
			.asString()
			.startsWith("Operator 'alice' kicked 200 jobs of topic 'orders': 00000, ")
			.endsWith(" more; then the store failed");
		assertThat(this.events)
			.containsExactly(new DelayAdminEvent(TOPIC, Action.KICK, ALICE, ids.subList(0, 200), 200, false));
	}

	@Test
	void actionOfUnknownOutcomeIsReported() {
		this.administrator.failInStep = 1;
		this.administrator.failure = OutcomeUnknownException.ofChange("pause", TOPIC, List.of(), null);
		assertThatExceptionOfType(OutcomeUnknownException.class).isThrownBy(() -> this.admin.topics().pause(TOPIC));
		assertThat(this.log.messages(Level.WARN))
			.containsExactly("Operator 'alice' may have paused topic 'orders': the store did not answer");
		assertThat(this.events).containsExactly(new DelayAdminEvent(TOPIC, Action.PAUSE, ALICE, List.of(), 0, false));
	}

	@Test
	void lastStepOfUnknownOutcomeIsReported() {
		List<String> ids = this.jobs.failed(TOPIC, 700);
		this.administrator.failInStep = 2;
		this.administrator.failure = OutcomeUnknownException.ofChange("kick", TOPIC, ids.subList(100, 200), null);
		assertThatExceptionOfType(PartlyDoneException.class).isThrownBy(() -> this.admin.jobs().kick(TOPIC, ids));
		assertThat(this.log.messages(Level.WARN)).singleElement()
			.asString()
			.endsWith("; then the store failed and may have changed more jobs");
		assertThat(this.events).singleElement().extracting(DelayAdminEvent::jobs).isEqualTo(100L);
	}

	@Test
	void refusedActionIsLoggedAtDebug() {
		this.administrator.failInStep = 1;
		assertThatExceptionOfType(DataAccessResourceFailureException.class)
			.isThrownBy(() -> this.admin.topics().pause(TOPIC));
		assertThat(this.log.messages(Level.DEBUG))
			.containsExactly("Operator 'alice' failed to change topic 'orders' with action PAUSE");
		assertThat(this.events).isEmpty();
	}

	@Test
	void eventsThatCannotBePublishedDoNotAffectJobs() {
		DelayAdmin admin = new DelayAdmin(this.jobs.store(), this.jobs.store(), this.administrator,
				DelayAdminOptions.defaults().withEvents((event) -> {
					throw new IllegalStateException("full");
				}));
		assertThat(admin.topics().pause(TOPIC)).isTrue();
		assertThat(this.log.messages(Level.WARN)).containsExactly("Could not publish an event of topic 'orders'");
	}

	private void givenJobs() {
		this.jobs.failed(TOPIC, "failed");
		this.jobs.failed(TOPIC, "failed-2");
		this.jobs.waiting(TOPIC, "ready", Duration.ZERO);
		this.jobs.waiting(TOPIC, "delayed", Duration.ofHours(1));
		this.jobs.store().pause("resting", ALICE);
		this.jobs.waiting("empty", "1", Duration.ZERO);
		this.jobs.store().cancel("empty", "1");
	}

	private final class StoreThatFails extends DelegatingJobStoreAdministrator {

		private RuntimeException failure = new DataAccessResourceFailureException("away");

		private int step;

		private int failInStep = -1;

		StoreThatFails() {
			super(OperatorTrailTests.this.jobs.store());
		}

		private void step() {
			if (++this.step == this.failInStep) {
				throw this.failure;
			}
		}

		@Override
		public List<Optional<JobState>> kick(String topic, List<String> ids, DueTime dueTime) {
			step();
			return super.kick(topic, ids, dueTime);
		}

		@Override
		public boolean pause(String topic, Operator operator) {
			step();
			return super.pause(topic, operator);
		}

	}

}
