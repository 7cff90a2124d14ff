// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.startup;

import java.time.Duration;
import java.util.Collection;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import io.delay.job.RateLimit;
import io.delay.listener.container.DelayListenerContainer;
import io.delay.listener.container.DelayListenerRegistry;

/**
 * Inspections of the application's own listeners.
 */
final class ListenerInspections {

	private static final Duration SHORT_TTR = Duration.ofSeconds(1);

	private ListenerInspections() {
	}

	/**
	 * Return an inspection that finds listeners with a TTR of less than a second. The
	 * cause is usually a property without a unit, which Spring Boot reads as
	 * milliseconds.
	 */
	static StartupInspection shortTtrs(Collection<DelayListenerRegistry> registries) {
		return each(registries, ListenerInspections::shortTtr);
	}

	/**
	 * Return an inspection that finds listeners whose rate limit permits less than one
	 * job per second in each partition. Each partition can save one permit, so more jobs
	 * than those of one second can be delivered at once.
	 * @param partitions returns the number of partitions of a topic
	 */
	static StartupInspection rateLimits(Collection<DelayListenerRegistry> registries,
			ToIntFunction<String> partitions) {
		return each(registries, (container) -> slowRateLimit(container, partitions.applyAsInt(container.topic())));
	}

	private static StartupInspection each(Collection<DelayListenerRegistry> registries,
			Function<DelayListenerContainer, @Nullable String> problem) {
		return () -> registries.stream()
			.flatMap((registry) -> registry.containers().stream())
			.flatMap((container) -> Stream.ofNullable(problem.apply(container)))
			.map((text) -> new StartupFinding(text, false))
			.toList();
	}

	private static @Nullable String shortTtr(DelayListenerContainer container) {
		Duration ttr = container.terms().reserveTerms().ttr();
		if (ttr.compareTo(SHORT_TTR) >= 0) {
			return null;
		}
		return "TTR " + ttr.toMillis() + " ms of listener '" + container.id() + "' for topic '" + container.topic()
				+ "' is less than a second, so a job may be delivered again while it is handled."
				+ " A property without a unit is in milliseconds. Add one: delay.topics.\"[" + container.topic()
				+ "]\".ttr=30s";
	}

	private static @Nullable String slowRateLimit(DelayListenerContainer container, int partitions) {
		RateLimit limit = container.terms().reserveTerms().rateLimit();
		if (limit == null || partitions == 1 || limit.jobs() >= partitions * limit.unit().getDuration().toSeconds()) {
			return null;
		}
		return "Rate limit " + limit + " of topic '" + container.topic()
				+ "' permits less than one job per second in each of its " + partitions
				+ " partitions. Each partition can save one permit, so up to " + partitions
				+ " jobs can be delivered at once after a pause. Use one partition for this topic: delay.topics.\"["
				+ container.topic() + "]\".partitions=1";
	}

}
