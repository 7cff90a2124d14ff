/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
