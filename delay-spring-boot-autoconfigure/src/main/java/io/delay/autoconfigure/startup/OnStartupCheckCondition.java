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

package io.delay.autoconfigure.startup;

import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

import io.delay.autoconfigure.properties.StartupCheckMode;

/**
 * Matches unless {@code delay.startup-check} is {@code off}. YAML reads {@code off} as a
 * boolean, which Boot's own condition would not recognize.
 */
final class OnStartupCheckCondition extends SpringBootCondition {

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		StartupCheckMode mode = Binder.get(context.getEnvironment())
			.bind("delay.startup-check", StartupCheckMode.class)
			.orElse(StartupCheckMode.WARN);
		return new ConditionOutcome(mode != StartupCheckMode.OFF, "delay.startup-check is " + mode);
	}

}
