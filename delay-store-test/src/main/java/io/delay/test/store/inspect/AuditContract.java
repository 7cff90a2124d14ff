// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store.inspect;

import java.util.List;

import org.junit.jupiter.api.Test;

import io.delay.job.JobPriority;
import io.delay.job.JobState;
import io.delay.store.admin.AuditPage;
import io.delay.test.store.JobSpec;
import io.delay.test.store.StoreAudit;
import io.delay.test.store.StoreContract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Audit: a consistent store has no findings. The findings for an inconsistent store are
 * tested separately for each implementation.
 *
 * @since 0.1.0
 */
public interface AuditContract extends StoreContract {

	@Test
	default void anUnknownTopicHasNoFindings() {
		assertThat(audit()).isEmpty();
		assertThat(fixture().inspector().topics()).isEmpty();
	}

	@Test
	default void jobsInEveryStateHaveNoFindings() {
		givenFailedOnce("twice");
		bury(reserveOne());
		givenFailed("failed");
		givenReserved("reserved");
		givenFailedOnce("once");
		givenDelayed("delayed");
		for (JobPriority priority : JobPriority.values()) {
			submit(JobSpec.job(priority.name()).priority(priority));
		}
		buryWaiting("HIGH");
		assertThat(audit()).isEmpty();
		pause();
		assertThat(audit()).isEmpty();
	}

	@Test
	default void aTopicWhoseJobsAreGoneHasNoFindings() {
		ack(givenReserved("acknowledged"));
		givenFailedOnce("cancelled");
		fixture().store().cancel(TOPIC, "cancelled");
		givenFailed("failed");
		givenReserved("reserved");
		givenReady("ready");
		givenDelayed("delayed");
		for (JobState state : JobState.values()) {
			assertThat(administrator().purge(TOPIC, state, 10)).isEqualTo(1);
			assertThat(audit()).isEmpty();
		}
	}

	@Test
	default void manyJobsAreAuditedInSteps() {
		submitMany(3000);
		reserve(500);
		StoreAudit audit = StoreAudit.of(fixture().inspector(), TOPIC);
		assertThat(audit.findings()).isEmpty();
		assertThat(audit.checked()).isGreaterThanOrEqualTo(3000);
	}

	@Test
	default void anAuditChangesNothing() {
		givenFailedOnce("a");
		String before = snapshot("a");
		audit();
		assertThat(snapshot("a")).isEqualTo(before);
	}

	@Test
	default void aStepThatNoAuditReturnedIsRefused() {
		givenReady("a");
		assertThatIllegalArgumentException().isThrownBy(() -> fixture().inspector().audit(TOPIC, "no such step"));
	}

	private List<AuditPage.Finding> audit() {
		return StoreAudit.of(fixture().inspector(), TOPIC).findings();
	}

}
