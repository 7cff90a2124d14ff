// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store.delivery;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import io.delay.admin.DelayAdmin;
import io.delay.job.DueTime;
import io.delay.job.JobState;
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.store.StoredJob;
import io.delay.store.admin.FailedJob;
import io.delay.store.admin.JobCopies;
import io.delay.store.admin.JobPage;
import io.delay.store.admin.JobPosition;
import io.delay.store.admin.PageOrder;
import io.delay.test.store.StoreContract;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Jobs that another program has stored, with ids that no submit accepts: they are shown,
 * handled and changed like other jobs.
 *
 * @since 0.1.0
 */
public interface ForeignIdContract extends StoreContract {

	/**
	 * Ids with white space and control characters.
	 */
	List<String> FOREIGN = List.of("\ttab", "a b", "bell\u0007", "line\nbreak", "no\u00A0break");

	@Test
	default void foreignIdsAreListedAndChanged() {
		FOREIGN.forEach(this::givenForeign);
		DelayAdmin admin = new DelayAdmin(fixture().store(), fixture().inspector(), administrator());
		for (String id : FOREIGN) {
			assertThat(admin.jobs().find(TOPIC, id)).as("%s", id).map(StoredJob::state).contains(JobState.READY);
			assertThat(admin.jobs().reschedule(TOPIC, List.of(id), DueTime.after(MINUTE)).get(0))
				.contains(JobState.READY);
			assertThat(admin.jobs().bury(TOPIC, id, "why")).contains(JobState.DELAYED);
			assertThat(admin.jobs().life(TOPIC, id)).isPresent();
		}
		assertThat(listed(admin)).containsExactlyInAnyOrderElementsOf(FOREIGN);
		assertThat(fixture().inspector().failures(TOPIC, null, 100).jobs()).extracting(FailedJob::id)
			.containsExactlyInAnyOrderElementsOf(FOREIGN);
		assertThat(admin.bulk().failureGroups(TOPIC).groups()).hasSize(1);
		assertThat(admin.jobs().kick(TOPIC, FOREIGN)).hasSameSizeAs(FOREIGN)
			.allSatisfy((found) -> assertThat(found).contains(JobState.FAILED));
		assertThat(admin.jobs().cancel(TOPIC, FOREIGN)).hasSameSizeAs(FOREIGN)
			.allSatisfy((found) -> assertThat(found).isPresent());
		assertThat(listed(admin)).isEmpty();
	}

	private List<String> listed(DelayAdmin admin) {
		List<String> ids = new ArrayList<>();
		JobPosition after = null;
		do {
			JobPage page = admin.jobs().page(TOPIC, JobState.FAILED, PageOrder.OLDEST_FIRST, after, 1);
			page.jobs().forEach((job) -> ids.add(job.id()));
			after = page.next();
		}
		while (after != null);
		return ids;
	}

	@Test
	default void foreignIdsAreHandled() {
		for (String id : FOREIGN) {
			givenForeign(id);
			ReservedJob job = reserveOne();
			assertThat(job.lease().id()).isEqualTo(id);
			assertThat(fail(job, Duration.ZERO)).isEqualTo(SettleResult.DONE);
			assertThat(ack(reserveOne())).isEqualTo(SettleResult.DONE);
			assertThat(state(id)).isEmpty();
		}
	}

	private void givenForeign(String id) {
		givenReady("a");
		StoredJob job = find("a");
		fixture().store().cancel(TOPIC, "a");
		administrator().insert(new JobCopies(TOPIC,
				List.of(new StoredJob(TOPIC, id, job.state(), job.time(), job.dueTime(), job.record(), null))));
	}

}
