// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store.admin;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.JobPriority;
import io.delay.job.JobState;
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.store.StoredJob;
import io.delay.store.admin.EditResult;
import io.delay.store.admin.JobEdit;
import io.delay.store.admin.JobPageRequest;
import io.delay.test.store.JobSpec;
import io.delay.test.store.StoreContract;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Edit: a failed or waiting job gets a new payload or due time, unless it has changed
 * since it was read.
 *
 * @since 0.1.0
 */
public interface EditContract extends StoreContract {

	// What an edit changes

	@Test
	default void aFailedJobRunsAgainWithAnotherPayload() {
		givenFailedOnce("a");
		bury(reserveOne());
		StoredJob failed = find("a");
		advance(Duration.ofSeconds(1));
		assertThat(edit("a", "other", null)).isEqualTo(new EditResult(EditResult.Status.EDITED, JobState.FAILED));
		assertTheOnlyJobIs(JobState.READY);
		assertThat(find("a").time()).isEqualTo(now());
		assertThat(find("a").dueTime()).isEqualTo(failed.dueTime());
		assertThat(failures("a").attempts()).isZero();
		assertThat(failures("a").last()).isEqualTo(REASON);
		ReservedJob job = reserveOne();
		assertThat(job.terms().attempt()).isEqualTo(1);
		assertThat(new String(job.record().payload(), StandardCharsets.UTF_8)).isEqualTo("other");
	}

	@Test
	default void aFailedJobIsGivenADueTime() {
		givenFailed("a");
		assertThat(edit("a", null, DueTime.after(MINUTE)).status()).isEqualTo(EditResult.Status.EDITED);
		assertTheOnlyJobIs(JobState.DELAYED);
		assertThat(find("a").time()).isEqualTo(now().plus(MINUTE));
		assertThat(find("a").dueTime()).isEqualTo(now().plus(MINUTE));
		assertThat(payload("a")).isEqualTo("payload of a");
		assertThat(reserve(10).nextEvent()).isEqualTo(MINUTE);
	}

	@Test
	default void aWaitingJobKeepsItsTimeIfOnlyItsPayloadIsEdited() {
		givenDelayed("a");
		StoredJob before = find("a");
		advance(Duration.ofSeconds(1));
		assertThat(edit("a", "other", null)).isEqualTo(new EditResult(EditResult.Status.EDITED, JobState.DELAYED));
		assertThat(find("a").time()).isEqualTo(before.time());
		assertThat(find("a").dueTime()).isEqualTo(before.dueTime());
		assertThat(payload("a")).isEqualTo("other");
		assertThat(reserve(10).jobs()).isEmpty();
	}

	@Test
	default void aWaitingJobIsGivenADueTime() {
		givenReady("a");
		assertThat(edit("a", "other", DueTime.after(MINUTE)))
			.isEqualTo(new EditResult(EditResult.Status.EDITED, JobState.READY));
		assertThat(find("a").time()).isEqualTo(now().plus(MINUTE));
		assertThat(find("a").dueTime()).isEqualTo(now().plus(MINUTE));
		assertThat(edit("a", null, DueTime.NOW).found()).isEqualTo(JobState.DELAYED);
		assertThat(reserveIds(10)).containsExactly("a");
	}

	@Test
	default void theAttemptsOfAWaitingJobStartAgainAndItsLastErrorIsKept() {
		givenFailedOnce("a");
		fail(reserveOne(), MINUTE);
		StoredJob before = find("a");
		edit("a", "other", null);
		assertThat(failures("a").attempts()).isZero();
		assertThat(failures("a").last()).isEqualTo(REASON);
		assertThat(find("a").time()).isEqualTo(before.time());
		assertThat(find("a").dueTime()).isEqualTo(before.dueTime());
		edit("a", null, DueTime.after(TTR));
		assertThat(find("a").dueTime()).isEqualTo(now().plus(TTR));
		advance(TTR);
		assertThat(reserveOne().terms().attempt()).isEqualTo(1);
	}

	@Test
	default void aJobThatWasReleasedIsEdited() {
		ReservedJob job = givenReserved("a");
		StoredJob reserved = find("a");
		release(job, MINUTE);
		edit("a", "other", null);
		assertThat(find("a").time()).isEqualTo(now().plus(MINUTE));
		assertThat(find("a").dueTime()).isEqualTo(reserved.dueTime());
		edit("a", null, DueTime.after(TTR));
		assertThat(find("a").dueTime()).isEqualTo(now().plus(TTR));
		assertThat(find("a").failures()).isNull();
	}

	@Test
	default void anEditKeepsAllButThePayload() {
		submit(JobSpec.job("a")
			.ttr(MINUTE)
			.maxAttempts(9)
			.headers(Map.of("tenant", "acme & co"))
			.priority(JobPriority.HIGH));
		bury(reserveOne());
		edit("a", "", null);
		assertThat(payload("a")).isEmpty();
		assertThat(record("a").headers()).isEqualTo(Map.of("tenant", "acme & co"));
		assertThat(record("a").ttr()).isEqualTo(MINUTE);
		assertThat(record("a").maxAttempts()).isEqualTo(9);
		assertThat(record("a").priority()).isEqualTo(JobPriority.HIGH);
		assertThat(reserveOne().record().priority()).isEqualTo(JobPriority.HIGH);
	}

	@Test
	default void anEditedPayloadIsStoredUnchanged() {
		givenFailed("a");
		byte[] payload = { 0, '\n', 30, '\r', -1, -128, '\n', 0 };
		administrator().edit(TOPIC, "a", new JobEdit(version("a"), payload, null));
		assertThat(record("a").payload()).isEqualTo(payload);
		assertThat(reserveOne().record().payload()).isEqualTo(payload);
	}

	// The JVM formats numbers with the digits of its locale
	@Test
	default void aJobIsEditedUnderALocaleWithOtherDigits() {
		Locale locale = Locale.getDefault();
		try {
			for (String tag : List.of("fa", "ar-EG", "th-TH-u-nu-thai", "tr")) {
				Locale.setDefault(Locale.forLanguageTag(tag));
				givenFailed(tag);
				assertThat(edit(tag, "other", DueTime.after(MINUTE)).status()).as(tag)
					.isEqualTo(EditResult.Status.EDITED);
				assertThat(edit(tag, null, DueTime.NOW).status()).as(tag).isEqualTo(EditResult.Status.EDITED);
				assertThat(reserveIds(10)).as(tag).containsExactly(tag);
			}
		}
		finally {
			Locale.setDefault(locale);
		}
	}

	// The fence

	@Test
	default void anEditOfAnotherVersionChangesNothing() {
		givenFailed("failed");
		givenReady("ready");
		givenDelayed("delayed");
		Stream.of("failed", "ready", "delayed").forEach((id) -> {
			String before = snapshot(id);
			EditResult result = administrator().edit(TOPIC, id, new JobEdit("0", new byte[1], DueTime.NOW));
			assertThat(result).isEqualTo(new EditResult(EditResult.Status.CHANGED, find(id).state()));
			assertThat(snapshot(id)).isEqualTo(before);
		});
	}

	@Test
	default void aJobInAnotherStateIsNotEdited() {
		givenFailed("a");
		String failed = version("a");
		kick("a", DueTime.NOW);
		assertChanged("a", failed, JobState.READY);
		String ready = version("a");
		ReservedJob job = reserveOne();
		assertChanged("a", ready, JobState.RESERVED);
		advance(MILLISECOND);
		bury(job);
		assertChanged("a", failed, JobState.FAILED);
		assertChanged("a", ready, JobState.FAILED);
	}

	@Test
	default void aJobThatFailedAgainAtAnotherTimeIsNotEdited() {
		givenFailed("a");
		String version = version("a");
		kick("a", DueTime.NOW);
		advance(MILLISECOND);
		bury(reserveOne());
		assertThat(failures("a").last()).isEqualTo(REASON);
		assertChanged("a", version, JobState.FAILED);
	}

	@Test
	default void theSecondOfTwoEditsChangesNothing() {
		givenFailed("a");
		String version = version("a");
		edit("a", "first", DueTime.after(MINUTE));
		assertChanged("a", version, JobState.DELAYED);
		String delayed = version("a");
		edit("a", "second", null);
		assertChanged("a", delayed, JobState.DELAYED);
		assertThat(payload("a")).isEqualTo("second");
	}

	@Test
	default void aReplacedOrRescheduledJobIsNotEdited() {
		givenDelayed("a");
		String version = version("a");
		submit(JobSpec.job("a").payload("other").delay(MINUTE).onConflict(ConflictPolicy.REPLACE));
		assertChanged("a", version, JobState.DELAYED);
		String replaced = version("a");
		fixture().store().reschedule(TOPIC, "a", DueTime.after(TTR));
		assertChanged("a", replaced, JobState.DELAYED);
	}

	@Test
	default void aJobThatHasBecomeReadyIsNotEdited() {
		givenDelayed("a");
		String version = version("a");
		advance(MINUTE);
		assertChanged("a", version, JobState.READY);
		assertThat(edit("a", "other", null).found()).isEqualTo(JobState.READY);
	}

	@Test
	default void aJobThatWasHandedBackUnchangedIsEdited() {
		givenReady("a");
		String version = version("a");
		handBack(reserveOne());
		assertThat(administrator().edit(TOPIC, "a", new JobEdit(version, new byte[0], null)).status())
			.isEqualTo(EditResult.Status.EDITED);
	}

	@Test
	default void aReservedJobHasNoVersion() {
		ReservedJob job = givenReserved("a");
		assertThat(find("a").version()).isNull();
		assertThat(ack(job)).isEqualTo(SettleResult.DONE);
	}

	@Test
	default void aPageHasTheVersionsOfItsJobs() {
		givenFailed("failed");
		givenReady("ready");
		givenDelayed("delayed");
		for (JobState state : List.of(JobState.FAILED, JobState.READY, JobState.DELAYED)) {
			StoredJob job = fixture().inspector().page(new JobPageRequest(TOPIC, state, null, 10)).jobs().get(0);
			assertThat(job.version()).isEqualTo(version(job.id()));
		}
	}

	@Test
	default void aMissingJobIsNotEdited() {
		assertThat(administrator().edit(TOPIC, "a", new JobEdit("0", new byte[1], null)))
			.isEqualTo(new EditResult(EditResult.Status.MISSING, null));
		assertThat(fixture().inspector().topics()).isEmpty();
	}

	private EditResult edit(String id, @Nullable String payload, @Nullable DueTime dueTime) {
		JobEdit edit = (payload != null) ? JobEdit.ofPayload(version(id), payload.getBytes(StandardCharsets.UTF_8))
				: JobEdit.ofDueTime(version(id), Objects.requireNonNull(dueTime));
		return administrator().edit(TOPIC, id, (dueTime != null) ? edit.withDueTime(dueTime) : edit);
	}

	private String version(String id) {
		return Objects.requireNonNull(find(id).version(), "no version");
	}

	private void assertChanged(String id, String version, JobState found) {
		String before = snapshot(id);
		assertThat(administrator().edit(TOPIC, id, new JobEdit(version, new byte[1], DueTime.NOW)))
			.isEqualTo(new EditResult(EditResult.Status.CHANGED, found));
		assertThat(snapshot(id)).isEqualTo(before);
	}

}
