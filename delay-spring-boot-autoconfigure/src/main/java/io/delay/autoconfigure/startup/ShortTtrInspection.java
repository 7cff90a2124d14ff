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

import java.time.Duration;
import java.util.Collection;
import java.util.List;

import io.delay.listener.container.DelayListenerContainer;
import io.delay.listener.container.DelayListenerRegistry;

/**
 * Warns about listeners with a TTR of less than a second. The cause is usually a property
 * without a unit, which Spring Boot reads as milliseconds.
 */
final class ShortTtrInspection implements StartupInspection {

	private static final Duration SHORT = Duration.ofSeconds(1);

	private final Collection<DelayListenerRegistry> registries;

	ShortTtrInspection(Collection<DelayListenerRegistry> registries) {
		this.registries = registries;
	}

	@Override
	public List<StartupFinding> findings() {
		return this.registries.stream()
			.flatMap((registry) -> registry.containers().stream())
			.filter((container) -> ttr(container).compareTo(SHORT) < 0)
			.map((container) -> new StartupFinding(text(container), false))
			.toList();
	}

	private static String text(DelayListenerContainer container) {
		return "TTR " + ttr(container).toMillis() + " ms of listener '" + container.id() + "' for topic '"
				+ container.topic() + "' is less than a second, so a job may be delivered again while it is handled."
				+ " A property without a unit is in milliseconds. Add one: delay.topics.\"[" + container.topic()
				+ "]\".ttr=30s";
	}

	private static Duration ttr(DelayListenerContainer container) {
		return container.terms().reserveTerms().ttr();
	}

}
