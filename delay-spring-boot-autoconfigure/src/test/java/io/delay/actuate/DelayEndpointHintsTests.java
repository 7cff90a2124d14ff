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

package io.delay.actuate;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.annotation.ReflectiveRuntimeHintsRegistrar;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;

import io.delay.actuate.descriptor.ChangeDescriptor;
import io.delay.actuate.descriptor.JobDescriptor;
import io.delay.actuate.descriptor.JobsDescriptor;
import io.delay.actuate.descriptor.StatisticsDescriptor;
import io.delay.actuate.descriptor.TopicDescriptor;
import io.delay.actuate.web.Problem;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the endpoint answers can be written as JSON in a native image, although its
 * operations return {@code Object}.
 */
class DelayEndpointHintsTests {

	@ParameterizedTest
	@ValueSource(classes = { TopicDescriptor.Topics.class, TopicDescriptor.class, TopicDescriptor.WithConsumers.class,
			TopicDescriptor.Consumer.class, JobsDescriptor.class, JobDescriptor.class, JobsDescriptor.Runs.class,
			JobDescriptor.Run.class, JobDescriptor.Failures.class, JobDescriptor.Content.class,
			StatisticsDescriptor.Forecast.class, ChangeDescriptor.OfJob.class, ChangeDescriptor.OfJobs.class,
			ChangeDescriptor.OfTopic.class, ChangeDescriptor.Forgotten.class, Problem.class })
	void answerCanBeWritten(Class<?> answer) {
		RuntimeHints hints = new RuntimeHints();
		new ReflectiveRuntimeHintsRegistrar().registerRuntimeHints(hints, DelayEndpoint.class);
		assertThat(hints).matches(RuntimeHintsPredicates.reflection()
			.onType(answer)
			.withMemberCategories(MemberCategory.INVOKE_DECLARED_CONSTRUCTORS));
	}

}
