// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.descriptor;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import io.delay.job.JobState;
import io.delay.store.admin.TopicStatus;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link TopicDescriptor}.
 */
class TopicDescriptorTests {

	@Test
	void estimatesAreMarked() {
		TopicStatus status = new TopicStatus(Map.of(JobState.DELAYED, 20_000L), null, null, 0, 0, List.of(), true);
		TopicDescriptor topic = TopicDescriptor.of("orders", status);
		assertThat(topic.estimated()).isTrue();
		assertThat(topic.withDonePerMinute(List.of(1L)).estimated()).isTrue();
	}

	@Test
	void exactCountsAreNotMarked() {
		TopicStatus status = new TopicStatus(Map.of(JobState.DELAYED, 20_000L), null, null, 0, 0);
		assertThat(TopicDescriptor.of("orders", status).estimated()).isNull();
	}

}
