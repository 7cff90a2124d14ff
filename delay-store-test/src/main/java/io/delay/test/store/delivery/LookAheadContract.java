// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store.delivery;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import org.junit.jupiter.api.Test;

import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.JobPriority;
import io.delay.job.JobState;
import io.delay.job.SubmitResult;
import io.delay.store.Lease;
import io.delay.store.LookAhead;
import io.delay.store.ReserveMode;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.ReserveTerms;
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.store.StoredJob;
import io.delay.store.admin.EditResult;
import io.delay.store.admin.JobCopies;
import io.delay.store.admin.JobEdit;
import io.delay.store.admin.JobPage;
import io.delay.store.admin.JobPageRequest;
import io.delay.store.admin.JobPosition;
import io.delay.store.admin.PageOrder;
import io.delay.test.store.JobSpec;
import io.delay.test.store.RecordedWakeUps;
import io.delay.test.store.StoreContract;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Jobs that are reserved before they are due: the consumer holds them until then, but all
 * other operations still treat them as delayed.
 *
 * @since 0.1.0
 */
public interface LookAheadContract extends StoreContract {

	/**
	 * The time within which jobs are reserved before they are due.
	 */
	Duration WINDOW = Duration.ofMillis(20);

	/**
	 * A delay that is shorter than the window.
	 */
	Duration INSIDE = Duration.ofMillis(15);

	@Test
	default void aJobThatIsDueSoonIsReturnedWithTheRemainingTime() {
		submit("a", INSIDE);
		ReservedJob job = lookAhead();
		assertStartsIn(job, INSIDE);
		assertThat(job.isAhead()).isTrue();
		assertThat(job.visibleSince()).isEqualTo(now().plus(INSIDE));
		assertThat(job.dueTime()).isEqualTo(now().plus(INSIDE));
	}

	@Test
	default void theRemainingTimeIsExact() {
		submit("a", INSIDE);
		advance(Duration.ofNanos(300_000));
		assertStartsIn(lookAhead(), INSIDE.minusNanos(300_000));
	}

	@Test
	default void theLeaseBeginsWhenTheJobIsDue() {
		submit("a", INSIDE);
		ReservedJob job = lookAhead();
		assertThat(job.terms().deadline()).isEqualTo(now().plus(INSIDE).plus(TTR));
		advance(TTR.plus(INSIDE).minus(MILLISECOND));
		assertThat(lookAheadIds(10)).isEmpty();
		advance(MILLISECOND);
		assertThat(lookAheadIds(10)).containsExactly("a");
	}

	@Test
	default void aJobThatIsDueIsReadyAtOnce() {
		submit("a");
		ReservedJob job = lookAhead();
		assertThat(job.startIn()).isZero();
		assertThat(job.isAhead()).isFalse();
		assertTheOnlyJobIs(JobState.RESERVED);
	}

	@Test
	default void theWindowIncludesItsEnd() {
		submit("in", WINDOW);
		submit("behind", WINDOW.plus(MILLISECOND));
		ReserveResult result = reserve(request(10, 10));
		assertThat(idsOf(result)).containsExactly("in");
		assertThat(result.nextEvent()).isEqualTo(WINDOW.plus(MILLISECOND));
	}

	@Test
	default void noJobIsReturnedBeforeItIsDueWithoutAWindow() {
		submit("a", MILLISECOND);
		assertThat(reserve(10)).isEqualTo(new ReserveResult(List.of(), MILLISECOND, List.of()));
	}

	@Test
	default void readyJobsComeFirstAndCountTowardsTheLimit() {
		submit("soon", INSIDE);
		submit("sooner", MILLISECOND);
		submit("ready");
		ReserveResult result = reserve(request(2, 10));
		assertThat(idsOf(result)).containsExactly("ready", "sooner");
		assertThat(result.nextEvent()).isEqualTo(INSIDE);
	}

	@Test
	default void noJobIsReservedAheadWhileReadyJobsRemain() {
		submit("a");
		submit("b");
		submit("soon", MILLISECOND);
		ReserveResult result = reserve(request(2, 10));
		assertThat(idsOf(result)).containsExactly("a", "b");
		assertThat(result.nextEvent()).isZero();
	}

	@Test
	default void noMoreJobsThanAllowedAreReturnedBeforeTheyAreDue() {
		submit("a", Duration.ofMillis(1));
		submit("b", Duration.ofMillis(2));
		submit("c", Duration.ofMillis(3));
		ReserveResult result = reserve(request(10, 2));
		assertThat(idsOf(result)).containsExactly("a", "b");
		assertThat(result.nextEvent()).isEqualTo(Duration.ofMillis(3));
	}

	@Test
	default void jobsOfAllPrioritiesAreReservedAheadByDueTime() {
		submit(JobSpec.job("low").priority(JobPriority.LOW).delay(Duration.ofMillis(1)));
		submit(JobSpec.job("normal").delay(Duration.ofMillis(2)));
		submit(JobSpec.job("high").priority(JobPriority.HIGH).delay(Duration.ofMillis(3)));
		submit(JobSpec.job("also-low").priority(JobPriority.LOW).delay(Duration.ofMillis(3)));
		submit(JobSpec.job("ready").priority(JobPriority.LOW));
		assertThat(lookAheadIds(4)).containsExactly("ready", "low", "normal", "high");
	}

	@Test
	default void aJobReservedAheadIsDelayedUntilItIsDue() {
		submit("a", INSIDE);
		lookAhead();
		assertTheOnlyJobIs(JobState.DELAYED);
		assertThat(find("a").state()).isEqualTo(JobState.DELAYED);
		assertThat(find("a").time()).isEqualTo(now().plus(INSIDE));
		assertThat(find("a").dueTime()).isEqualTo(now().plus(INSIDE));
		advance(INSIDE);
		assertTheOnlyJobIs(JobState.RESERVED);
		assertThat(find("a").state()).isEqualTo(JobState.RESERVED);
		assertThat(find("a").time()).isEqualTo(now().plus(TTR));
	}

	@Test
	default void aJobReservedAheadCountsAsReservedShortlyBeforeItIsDue() {
		submit("a", INSIDE);
		ReservedJob job = lookAhead();
		assertThat(job.revocable()).isTrue();
		advance(INSIDE.minus(LookAhead.MARGIN).minus(MILLISECOND));
		assertTheOnlyJobIs(JobState.DELAYED);
		advance(MILLISECOND);
		assertTheOnlyJobIs(JobState.RESERVED);
		assertThat(fixture().store().reschedule(TOPIC, "a", DueTime.after(MINUTE))).contains(JobState.RESERVED);
		assertThat(ack(job)).isEqualTo(SettleResult.DONE);
	}

	@Test
	default void aReservationAheadIsFinalShortlyBeforeTheDueTime() {
		submit("a", LookAhead.MARGIN);
		submit("b", LookAhead.MARGIN.plus(MILLISECOND));
		List<ReservedJob> jobs = reserve(request(10, 10)).jobs();
		assertThat(jobs).extracting(ReservedJob::revocable).containsExactly(false, true);
		assertThat(find("a").state()).isEqualTo(JobState.RESERVED);
		assertThat(find("b").state()).isEqualTo(JobState.DELAYED);
	}

	@Test
	default void aLeaseIsValidUntilItEnds() {
		submit("a", INSIDE);
		submit("b", INSIDE);
		List<ReservedJob> jobs = reserve(request(10, 10)).jobs();
		assertValid(jobs.get(0), true);
		advance(INSIDE);
		assertThat(touch(jobs.get(0), TTR)).isEqualTo(SettleResult.DONE);
		assertValid(jobs.get(0), true);
		ack(jobs.get(0));
		assertValid(jobs.get(0), false);
		assertValid(jobs.get(1), true);
		advance(TTR);
		assertThat(lookAheadIds(10)).containsExactly("b");
		assertValid(jobs.get(1), false);
	}

	@Test
	default void leasesAheadAreCheckedByTheirTokens() {
		submit("a", INSIDE);
		Lease one = lookAhead().lease();
		submit("b", INSIDE);
		Lease other = lookAhead().lease();
		if (areLeasesChecked()) {
			assertThat(fixture().store()
				.check(List.of(one, new Lease(TOPIC, "a", other.token()), other, new Lease("none", "a", "none"))))
				.containsExactly(SettleResult.DONE, SettleResult.LEASE_LOST, SettleResult.DONE,
						SettleResult.LEASE_LOST);
		}
	}

	@Test
	default void changesOfManyJobsRevokeReservationsAhead() {
		submit("a", INSIDE);
		submit("b", INSIDE);
		submit("c", INSIDE);
		List<ReservedJob> jobs = reserve(request(10, 10)).jobs();
		assertThat(administrator().cancel(TOPIC, List.of("a"))).containsExactly(Optional.of(JobState.DELAYED));
		assertThat(administrator().reschedule(TOPIC, List.of("b"), DueTime.after(MINUTE)))
			.containsExactly(Optional.of(JobState.DELAYED));
		if (areLeasesChecked()) {
			assertThat(fixture().store().check(jobs.stream().map(ReservedJob::lease).toList()))
				.containsExactly(SettleResult.LEASE_LOST, SettleResult.LEASE_LOST, SettleResult.DONE);
		}
		assertThat(ack(jobs.get(0))).isEqualTo(SettleResult.LEASE_LOST);
		assertThat(ack(jobs.get(1))).isEqualTo(SettleResult.LEASE_LOST);
		assertThat(find("b").time()).isEqualTo(now().plus(MINUTE));
	}

	@Test
	default void anEditRevokesAReservationAhead() {
		submit("a", INSIDE);
		StoredJob before = find("a");
		ReservedJob job = lookAhead();
		assertThat(find("a").version()).isNotNull().isEqualTo(before.version());
		assertThat(administrator().edit(TOPIC, "a",
				JobEdit.ofPayload(Objects.requireNonNull(before.version()), new byte[1])))
			.isEqualTo(new EditResult(EditResult.Status.EDITED, JobState.DELAYED));
		assertThat(ack(job)).isEqualTo(SettleResult.LEASE_LOST);
		assertTheOnlyJobIs(JobState.DELAYED);
		assertThat(find("a").time()).isEqualTo(before.time());
		advance(INSIDE);
		assertThat(reserveOne().record().payload()).hasSize(1);
	}

	@Test
	default void aJobReservedAheadIsListedAmongTheDelayedJobs() {
		submit("b", INSIDE);
		submit("c", Duration.ofMillis(10));
		submit("a", INSIDE);
		lookAheadIds(2);
		submit("d", MINUTE);
		assertThat(page(JobState.RESERVED, 10)).isEmpty();
		assertThat(page(JobState.DELAYED, 10)).containsExactly("c", "a", "b", "d");
		assertThat(pages(JobState.DELAYED)).containsExactly("c", "a", "b", "d");
		assertThat(pages(JobState.DELAYED, PageOrder.NEWEST_FIRST)).containsExactly("d", "b", "a", "c");
		assertThat(pages(JobState.RESERVED, PageOrder.NEWEST_FIRST)).isEmpty();
		advance(INSIDE);
		assertThat(page(JobState.RESERVED, 10)).containsExactly("c", "a");
	}

	@Test
	default void jobsReservedAheadAreListedAmongTheDelayedJobsIfNoOtherJobHasTheirPriority() {
		submit(JobSpec.job("high").priority(JobPriority.HIGH).delay(INSIDE));
		submit(JobSpec.job("low").priority(JobPriority.LOW).delay(Duration.ofMillis(10)));
		assertThat(lookAheadIds(2)).containsExactly("low", "high");
		submit("d", MINUTE);
		assertThat(page(JobState.DELAYED, 10)).containsExactly("low", "high", "d");
		assertThat(pages(JobState.DELAYED)).containsExactly("low", "high", "d");
		assertThat(pages(JobState.DELAYED, PageOrder.NEWEST_FIRST)).containsExactly("d", "high", "low");
	}

	@Test
	default void jobsReservedAheadDoNotHideReservedJobs() {
		submit("w");
		reserveOne();
		submit("a", INSIDE);
		submit("b", INSIDE);
		assertThat(lookAheadIds(2)).containsExactly("a", "b");
		assertThat(pages(JobState.RESERVED, PageOrder.NEWEST_FIRST)).containsExactly("w");
		assertThat(pages(JobState.RESERVED)).containsExactly("w");
	}

	@Test
	default void aJobReservedAheadCanBeAcknowledged() {
		submit("a", INSIDE);
		ReservedJob job = lookAhead();
		advance(INSIDE);
		assertThat(ack(job)).isEqualTo(SettleResult.DONE);
		assertThat(state("a")).isEmpty();
	}

	@Test
	default void aHandBackBeforeTheDueTimeRestoresTheDelayedJob() {
		submit("a", INSIDE);
		ReservedJob job = lookAhead();
		try (RecordedWakeUps sleeper = subscribe()) {
			assertThat(handBack(job)).isEqualTo(SettleResult.DONE);
			sleeper.assertWakeUp(INSIDE);
		}
		assertThat(find("a").time()).isEqualTo(now().plus(INSIDE));
		ReservedJob again = lookAhead();
		assertThat(again.terms().attempt()).isEqualTo(1);
		assertStartsIn(again, INSIDE);
	}

	@Test
	default void jobsAheadOfALostReplyAreHandedBack() {
		submit("a", INSIDE);
		ReserveRequest request = request(10, 10);
		reserve(request);
		assertThat(fixture().store().handBack(TOPIC, request.token())).isEqualTo(1);
		assertStartsIn(lookAhead(), INSIDE);
	}

	@Test
	default void aRescheduleRevokesAReservationAhead() {
		submit("a", INSIDE);
		ReservedJob job = lookAhead();
		assertThat(fixture().store().reschedule(TOPIC, "a", DueTime.after(MINUTE))).contains(JobState.DELAYED);
		assertValid(job, false);
		advance(INSIDE);
		assertThat(ack(job)).isEqualTo(SettleResult.LEASE_LOST);
		assertThat(find("a").time()).isEqualTo(now().minus(INSIDE).plus(MINUTE));
		assertThat(lookAheadIds(10)).isEmpty();
		advance(MINUTE.minus(INSIDE));
		assertThat(reserveOne().terms().attempt()).isEqualTo(1);
	}

	@Test
	default void aRescheduleOfAJobReservedAheadKeepsPriorityAndAttempts() {
		submit(JobSpec.job("a").priority(JobPriority.HIGH));
		fail(deliver(), INSIDE);
		assertThat(lookAhead().terms().attempt()).isEqualTo(2);
		fixture().store().reschedule(TOPIC, "a", DueTime.NOW);
		submit("b");
		ReserveResult result = reserve(request(10, 10));
		assertThat(idsOf(result)).containsExactly("a", "b");
		assertThat(result.jobs().get(0).terms().attempt()).isEqualTo(2);
	}

	@Test
	default void aReplacementRevokesAReservationAhead() {
		submit("a", INSIDE);
		ReservedJob job = lookAhead();
		SubmitResult result = submit(JobSpec.job("a").delay(MINUTE).onConflict(ConflictPolicy.REPLACE));
		assertThat(result.found()).isEqualTo(JobState.DELAYED);
		assertValid(job, false);
		assertThat(ack(job)).isEqualTo(SettleResult.LEASE_LOST);
		assertThat(find("a").time()).isEqualTo(now().plus(MINUTE));
		assertTheOnlyJobIs(JobState.DELAYED);
	}

	@Test
	default void aSubmitWithTheIdOfAJobReservedAheadFindsItDelayed() {
		submit("a", INSIDE);
		ReservedJob job = lookAhead();
		SubmitResult result = submit("a", MINUTE);
		assertThat(result.found()).isEqualTo(JobState.DELAYED);
		assertThat(result.dueTime()).isEqualTo(now().plus(INSIDE));
		assertThat(ack(job)).isEqualTo(SettleResult.DONE);
	}

	@Test
	default void aCancelRevokesAReservationAhead() {
		submit("a", INSIDE);
		ReservedJob job = lookAhead();
		assertThat(fixture().store().cancel(TOPIC, "a")).contains(JobState.DELAYED);
		assertValid(job, false);
		assertThat(ack(job)).isEqualTo(SettleResult.LEASE_LOST);
	}

	@Test
	default void aBurialRevokesAReservationAhead() {
		submit("a", INSIDE);
		ReservedJob job = lookAhead();
		assertThat(buryWaiting("a")).contains(JobState.DELAYED);
		assertValid(job, false);
		assertThat(ack(job)).isEqualTo(SettleResult.LEASE_LOST);
		assertTheOnlyJobIs(JobState.FAILED);
		assertThat(failures("a").attempts()).isZero();
		assertThat(find("a").dueTime()).isEqualTo(now().plus(INSIDE));
	}

	@Test
	default void aPurgeOfDelayedJobsRevokesAReservationAhead() {
		submit("a", INSIDE);
		ReservedJob job = lookAhead();
		assertThat(administrator().purge(TOPIC, JobState.RESERVED, 10)).isZero();
		assertThat(administrator().purge(TOPIC, JobState.DELAYED, 10)).isEqualTo(1);
		assertValid(job, false);
		assertThat(ack(job)).isEqualTo(SettleResult.LEASE_LOST);
		assertThat(state("a")).isEmpty();
	}

	@Test
	default void aPurgeOfAllDelayedJobsRevokesAReservationAhead() {
		submit("a", INSIDE);
		ReservedJob job = lookAhead();
		assertThat(administrator().purgeAtOnce(TOPIC, EnumSet.of(JobState.RESERVED))).isZero();
		int atOnce = administrator().purgeAtOnce(TOPIC, EnumSet.of(JobState.DELAYED));
		assertThat(atOnce + administrator().purge(TOPIC, JobState.DELAYED, 10)).isEqualTo(1);
		assertValid(job, false);
		assertThat(ack(job)).isEqualTo(SettleResult.LEASE_LOST);
		assertThat(state("a")).isEmpty();
	}

	@Test
	default void nothingRevokesAReservationOfAJobThatIsDue() {
		submit("a", INSIDE);
		ReservedJob job = lookAhead();
		advance(INSIDE);
		assertThat(fixture().store().reschedule(TOPIC, "a", DueTime.after(MINUTE))).contains(JobState.RESERVED);
		assertThat(buryWaiting("a")).contains(JobState.RESERVED);
		assertThat(kick("a", DueTime.NOW)).contains(JobState.RESERVED);
		assertThat(administrator().purge(TOPIC, JobState.DELAYED, 10)).isZero();
		assertThat(ack(job)).isEqualTo(SettleResult.DONE);
	}

	@Test
	default void aKickDoesNotChangeAReservationAhead() {
		submit("a", INSIDE);
		ReservedJob job = lookAhead();
		assertThat(kick("a", DueTime.NOW)).contains(JobState.DELAYED);
		assertThat(ack(job)).isEqualTo(SettleResult.DONE);
	}

	@Test
	default void aPauseDoesNotChangeAReservationAhead() {
		submit("a", INSIDE);
		ReservedJob job = lookAhead();
		pause();
		assertTheOnlyJobIs(JobState.DELAYED);
		assertValid(job, true);
		assertThat(handBack(job)).isEqualTo(SettleResult.DONE);
		assertThat(lookAheadIds(10)).isEmpty();
		assertTheOnlyJobIs(JobState.DELAYED);
	}

	@Test
	default void noJobIsReservedAheadWhileTheClockIsBehind() {
		submit("seen");
		advance(Duration.ofSeconds(-10));
		submit("a", INSIDE);
		assertThat(lookAheadIds(10)).containsExactly("seen");
	}

	@Test
	default void aMoveToAnotherStoreRevokesAReservationAhead() {
		submit("a", INSIDE);
		StoredJob before = find("a");
		ReservedJob job = lookAhead();
		JobCopies copies = new JobCopies(TOPIC, List.of(before));
		assertThat(administrator().removeUnchanged(copies)).containsExactly("a");
		assertValid(job, false);
		assertThat(ack(job)).isEqualTo(SettleResult.LEASE_LOST);
		assertThat(administrator().insert(copies)).containsExactly("a");
		assertTheOnlyJobIs(JobState.DELAYED);
	}

	@Test
	default void aJobReservedAheadCountsAsReservedWhileTheClockIsBehind() {
		submit("a", INSIDE);
		ReservedJob job = lookAhead();
		advance(Duration.ofSeconds(2));
		submit("later", MINUTE);
		advance(Duration.ofSeconds(-2));
		assertThat(fixture().store().reschedule(TOPIC, "a", DueTime.after(MINUTE))).contains(JobState.RESERVED);
		assertThat(ack(job)).isEqualTo(SettleResult.DONE);
	}

	@Test
	default void aCrashDelaysAJobReservedAheadByItsTtr() {
		submit("a", INSIDE);
		lookAhead();
		advance(INSIDE.plus(TTR));
		ReservedJob again = deliver();
		assertThat(again.terms().attempt()).isEqualTo(1);
	}

	// Allows for the real time that passes between the reply and the return of the call.
	private void assertStartsIn(ReservedJob job, Duration time) {
		assertThat(job.startIn()).isBetween(time.minus(Duration.ofMillis(10)), time);
	}

	private boolean areLeasesChecked() {
		return fixture().store().longestLookAhead().compareTo(LookAhead.MARGIN) > 0;
	}

	private void assertValid(ReservedJob job, boolean valid) {
		if (areLeasesChecked()) {
			assertThat(fixture().store().check(List.of(job.lease())))
				.containsExactly(valid ? SettleResult.DONE : SettleResult.LEASE_LOST);
		}
	}

	private RecordedWakeUps subscribe() {
		RecordedWakeUps consumer = RecordedWakeUps.of(fixture().store(), TOPIC);
		// Finds nothing, as a consumer does before it sleeps
		assertThat(reserve(10).jobs()).isEmpty();
		return consumer;
	}

	private ReserveRequest request(int limit, int ahead) {
		return new ReserveRequest(TOPIC, TOKENS.next(), limit, new ReserveTerms(TTR, MAX_ATTEMPTS),
				ReserveMode.LISTEN_ISOLATED, new LookAhead(WINDOW, ahead));
	}

	private ReservedJob lookAhead() {
		return reserveOne(request(10, 10));
	}

	private List<String> lookAheadIds(int limit) {
		return idsOf(reserve(request(limit, limit)));
	}

	private List<String> page(JobState state, int limit) {
		return ids(fixture().inspector().page(new JobPageRequest(TOPIC, state, null, limit)));
	}

	// One job per page
	private List<String> pages(JobState state) {
		return pages(state, PageOrder.OLDEST_FIRST);
	}

	private List<String> pages(JobState state, PageOrder order) {
		List<String> ids = new ArrayList<>();
		JobPosition position = null;
		do {
			JobPage page = fixture().inspector().page(new JobPageRequest(TOPIC, state, order, position, 1));
			ids.addAll(ids(page));
			position = page.next();
		}
		while (position != null);
		return ids;
	}

	private static List<String> ids(JobPage page) {
		return page.jobs().stream().map(StoredJob::id).toList();
	}

}
