// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.core.io.support.SpringFactoriesLoader;

import io.delay.actuate.descriptor.TopicDescriptor;
import io.delay.actuate.health.ListenerHealth;
import io.delay.actuate.health.TopicHealth;
import io.delay.listener.ReserveOutage;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The details of the health can be written as JSON in a native image, although they are
 * plain objects to Spring Boot.
 */
class DelayHealthHintsTests {

	@ParameterizedTest
	@ValueSource(
			classes = { ListenerHealth.class, TopicHealth.class, ReserveOutage.class, TopicDescriptor.Pause.class })
	void detailCanBeWritten(Class<?> detail) {
		RuntimeHints hints = new RuntimeHints();
		SpringFactoriesLoader.forResourceLocation("META-INF/spring/aot.factories")
			.load(RuntimeHintsRegistrar.class)
			.forEach((registrar) -> registrar.registerHints(hints, null));
		assertThat(hints).matches(RuntimeHintsPredicates.reflection()
			.onType(detail)
			.withMemberCategories(MemberCategory.INVOKE_DECLARED_CONSTRUCTORS));
	}

}
