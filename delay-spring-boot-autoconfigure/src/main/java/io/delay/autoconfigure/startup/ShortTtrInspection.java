// SPDX-License-Identifier: Apache-2.0

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
