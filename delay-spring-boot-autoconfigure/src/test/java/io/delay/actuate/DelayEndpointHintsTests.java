// SPDX-License-Identifier: Apache-2.0

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
import io.delay.actuate.descriptor.Problem;
import io.delay.actuate.descriptor.StatisticsDescriptor;
import io.delay.actuate.descriptor.TopicDescriptor;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the endpoint answers can be written as JSON in a native image, although its
 * operations return {@code Object}.
 */
class DelayEndpointHintsTests {

	@ParameterizedTest
	@ValueSource(classes = { TopicDescriptor.Topics.class, TopicDescriptor.class, TopicDescriptor.WithConsumers.class,
			TopicDescriptor.Consumer.class, JobsDescriptor.class, JobDescriptor.class, JobsDescriptor.Runs.class,
			JobDescriptor.Run.class, JobDescriptor.Failures.class, StatisticsDescriptor.Forecast.class,
			ChangeDescriptor.OfJob.class, ChangeDescriptor.OfJobs.class, ChangeDescriptor.OfTopic.class,
			ChangeDescriptor.Forgotten.class, Problem.class })
	void answerCanBeWritten(Class<?> answer) {
		RuntimeHints hints = new RuntimeHints();
		new ReflectiveRuntimeHintsRegistrar().registerRuntimeHints(hints, DelayEndpoint.class);
		assertThat(hints).matches(RuntimeHintsPredicates.reflection()
			.onType(answer)
			.withMemberCategories(MemberCategory.INVOKE_DECLARED_CONSTRUCTORS));
	}

}
