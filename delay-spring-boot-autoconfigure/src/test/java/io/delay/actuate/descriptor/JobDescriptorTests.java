// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.descriptor;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import io.delay.job.JobState;
import io.delay.store.JobRecord;
import io.delay.store.StoredJob;
import io.delay.store.history.FinishedRun;
import io.delay.store.history.JobLife;
import io.delay.store.history.RunOutcome;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link JobDescriptor}.
 */
class JobDescriptorTests {

	private static final JobRecord RECORD = JobRecord.of("secret".getBytes(StandardCharsets.UTF_8))
		.withHeaders(Map.of("tenant", "acme"));

	private static final JobLife LIFE = new JobLife(
			new StoredJob("orders", "1", JobState.READY, Instant.EPOCH, Instant.EPOCH, RECORD, null),
			List.of(new FinishedRun("orders", "1", RunOutcome.DONE, 1, "host",
					new FinishedRun.Times(null, null, null, Instant.EPOCH), RECORD)),
			null);

	@Test
	void payloadsAndHeadersAreNotLogged() {
		JobDescriptor job = JobDescriptor.of("1", LIFE, true);
		assertThat(job.payloadText()).isEqualTo("secret");
		assertThat(job.runs()).singleElement().extracting(JobDescriptor.Run::payloadText).isEqualTo("secret");
		assertThat(job).asString().contains("1", "READY").doesNotContain("secret", "acme");
		assertThat(job.runs()).asString().contains("1", "DONE").doesNotContain("secret", "acme");
	}

	@Test
	void payloadsAndHeadersAreMissingIfTheyAreNotShown() {
		JobDescriptor job = JobDescriptor.of("1", LIFE, false);
		assertThat(job).hasAllNullFieldsOrPropertiesExcept("id", "state", "time", "dueTime", "priority", "runs");
		assertThat(job.runs()).singleElement()
			.hasAllNullFieldsOrPropertiesExcept("id", "outcome", "attempts", "host", "finished");
	}

}
