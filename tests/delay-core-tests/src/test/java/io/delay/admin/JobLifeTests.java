// SPDX-License-Identifier: Apache-2.0

package io.delay.admin;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;

import io.delay.converter.SimplePayloadConverter;
import io.delay.job.Job;
import io.delay.job.JobState;
import io.delay.store.history.FinishedRun;
import io.delay.store.history.HistoryLimits;
import io.delay.store.history.HistorySettings;
import io.delay.store.history.JobLife;
import io.delay.store.history.RunOutcome;
import io.delay.store.memory.MemoryJobStore;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What is known of an id.
 */
class JobLifeTests {

	private static final String TOPIC = "orders";

	private final MemoryJobStore store = new MemoryJobStore(
			new HistorySettings(new HistoryLimits(100, null, null), Map.of()));

	private final DelayTemplate template = new DelayTemplate(this.store, this.store, new SimplePayloadConverter());

	private final DelayAdmin admin = new DelayAdmin(this.store, this.store, this.store);

	@Test
	void aJobIsReturnedWithItsFinishedRunsNewestFirst() {
		submit("1");
		this.template.ack(this.template.reserve(TOPIC, 1).get(0).lease());
		submit("1");
		this.admin.jobs().cancel(TOPIC, "1");
		submit("2");
		this.admin.jobs().cancel(TOPIC, "2");
		submit("1");
		JobLife life = this.admin.jobs().life(TOPIC, "1").orElseThrow();
		assertThat(life.job().state()).isEqualTo(JobState.READY);
		assertThat(life.runs()).extracting(FinishedRun::outcome).containsExactly(RunOutcome.CANCELLED, RunOutcome.DONE);
	}

	@Test
	void aJobWithoutRunsHasNone() {
		submit("1");
		JobLife life = this.admin.jobs().life(TOPIC, "1").orElseThrow();
		assertThat(life.job().id()).isEqualTo("1");
		assertThat(life.runs()).isEmpty();
	}

	@Test
	void runsAreReturnedWithoutAJob() {
		submit("1");
		this.admin.jobs().cancel(TOPIC, "1");
		JobLife life = this.admin.jobs().life(TOPIC, "1").orElseThrow();
		assertThat(life.job()).isNull();
		assertThat(life.runs()).extracting(FinishedRun::id).containsExactly("1");
	}

	@Test
	void onlyTheNewestRunsAreReturned() {
		for (int i = 0; i <= JobLife.MAX_RUNS; i++) {
			submit("1");
			this.admin.jobs().cancel(TOPIC, "1");
		}
		assertThat(this.admin.jobs().life(TOPIC, "1").orElseThrow().runs()).hasSize(JobLife.MAX_RUNS);
	}

	@Test
	void anUnknownIdHasNeitherAJobNorRuns() {
		assertThat(this.admin.jobs().life(TOPIC, "1")).isEmpty();
		assertThatIllegalArgumentException().isThrownBy(() -> this.admin.jobs().life("a b", "1"));
		// Another program may have stored a job with such an id
		assertThat(this.admin.jobs().life(TOPIC, "a b")).isEmpty();
		assertThatIllegalArgumentException().isThrownBy(() -> this.admin.jobs().life(TOPIC, ""));
	}

	private void submit(String id) {
		this.template.submit(Job.to(TOPIC).id(id).payload("payload").delay(Duration.ZERO).build());
	}

}
