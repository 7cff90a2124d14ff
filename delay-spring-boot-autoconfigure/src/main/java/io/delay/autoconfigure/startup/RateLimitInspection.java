// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.startup;

import java.util.Collection;
import java.util.List;
import java.util.function.ToIntFunction;

import org.jspecify.annotations.Nullable;

import io.delay.job.RateLimit;
import io.delay.listener.container.DelayListenerContainer;
import io.delay.listener.container.DelayListenerRegistry;

/**
 * Finds listeners whose rate limit permits less than one job per second in each
 * partition. Each partition can save one permit, so more jobs than those of one second
 * can be delivered at once.
 */
final class RateLimitInspection implements StartupInspection {

	private final Collection<DelayListenerRegistry> registries;

	private final ToIntFunction<String> partitions;

	/**
	 * Create an inspection.
	 * @param registries the registries of the application's own listeners
	 * @param partitions returns the number of partitions of a topic
	 */
	RateLimitInspection(Collection<DelayListenerRegistry> registries, ToIntFunction<String> partitions) {
		this.registries = registries;
		this.partitions = partitions;
	}

	@Override
	public List<StartupFinding> findings() {
		return this.registries.stream()
			.flatMap((registry) -> registry.containers().stream())
			.filter(this::exceedsASecond)
			.map(this::text)
			.map((text) -> new StartupFinding(text, false))
			.toList();
	}

	private boolean exceedsASecond(DelayListenerContainer container) {
		RateLimit limit = rateLimit(container);
		int number = this.partitions.applyAsInt(container.topic());
		return limit != null && number > 1 && limit.jobs() < number * limit.unit().getDuration().toSeconds();
	}

	private String text(DelayListenerContainer container) {
		String topic = container.topic();
		int number = this.partitions.applyAsInt(topic);
		return "Rate limit " + rateLimit(container) + " of topic '" + topic
				+ "' permits less than one job per second in each of its " + number
				+ " partitions. Each partition can save one permit, so up to " + number
				+ " jobs can be delivered at once after a pause. Use one partition for this topic: delay.topics.\"["
				+ topic + "]\".partitions=1";
	}

	private static @Nullable RateLimit rateLimit(DelayListenerContainer container) {
		return container.terms().reserveTerms().rateLimit();
	}

}
