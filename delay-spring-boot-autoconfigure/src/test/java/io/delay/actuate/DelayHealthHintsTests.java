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
