// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

import io.delay.actuate.DelayHealth.Status;
import io.delay.actuate.health.ListenerHealth;
import io.delay.actuate.health.TopicHealth;
import io.delay.actuate.health.TopicOverview;
import io.delay.actuate.health.TopicReader;
import io.delay.actuate.request.SharedReads;
import io.delay.admin.TopicStatusScan;
import io.delay.listener.container.DelayListenerContainer;
import io.delay.listener.container.DelayListenerRegistry;
import io.delay.store.admin.JobStoreInspector;

/**
 * Checks the health of the store and of the application's listeners. The status is DOWN
 * if the store, or the part of it that holds the topic of a listener, is unreachable or
 * refuses changes, or if a listener has died, cannot reserve jobs, or has no worker left
 * because all its handlers have run beyond the end of their leases. The status is
 * OUT_OF_SERVICE if jobs have been ready for longer than a configured limit. The details
 * show the listeners of the application and the topics of the store. The health
 * indicators for Spring Boot 3 and Spring Boot 4 delegate to this class.
 *
 * @since 0.1.0
 */
public final class DelayHealthCheck {

	private final JobStoreInspector inspector;

	private final List<DelayListenerRegistry> registries;

	private final @Nullable Duration maxReadyAge;

	private final TopicReader topics;

	private final SharedReads<List<String>> refusals;

	/**
	 * Create a health check.
	 * @param inspector reads the store
	 * @param registries the registries of the application's listeners
	 * @param maxReadyAge how long a job of a topic that is not paused may be ready
	 * without being handled, {@code null} for no limit
	 */
	public DelayHealthCheck(JobStoreInspector inspector, Collection<DelayListenerRegistry> registries,
			@Nullable Duration maxReadyAge) {
		this(inspector, registries, maxReadyAge, TopicReader.KEEP);
	}

	DelayHealthCheck(JobStoreInspector inspector, Collection<DelayListenerRegistry> registries,
			@Nullable Duration maxReadyAge, Duration keep) {
		Assert.notNull(inspector, "'inspector' must not be null");
		Assert.notNull(registries, "'registries' must not be null");
		this.inspector = inspector;
		this.registries = List.copyOf(registries);
		this.maxReadyAge = maxReadyAge;
		this.topics = new TopicReader(inspector, this::ownTopics, keep);
		this.refusals = new SharedReads<>(keep);
	}

	/**
	 * Check the health. Throws no exception if the store is unreachable.
	 * @return the health
	 */
	public DelayHealth check() {
		TopicOverview overview;
		List<String> refusals;
		try {
			overview = this.topics.read();
			// A store that can be read may still refuse changes
			refusals = this.refusals.get(List.of(), this::refusals);
		}
		catch (RuntimeException ex) {
			// The store may be in a different state after an outage
			this.refusals.clear();
			return new DelayHealth(Status.DOWN, Map.of("listeners", listeners(null)), ex);
		}
		Map<String, ListenerHealth> listeners = listeners(overview);
		RuntimeException unreachable = unreachable(overview);
		boolean down = unreachable != null || !refusals.isEmpty()
				|| listeners.values().stream().anyMatch(ListenerHealth::down);
		return new DelayHealth(down ? Status.DOWN : statusOf(overview), details(overview, refusals, listeners),
				unreachable);
	}

	private List<String> refusals() {
		List<String> refused = this.inspector.refusals();
		if (!refused.isEmpty()) {
			// The end of a refusal is noticed at once
			this.refusals.clear();
		}
		return refused;
	}

	// An unreachable part of the store matters only if a listener of this application
	// needs it.
	private @Nullable RuntimeException unreachable(TopicOverview overview) {
		return ownTopics().stream()
			.sorted()
			.map(overview.topics()::get)
			.filter((topic) -> topic != null && topic.isUnreachable())
			.findFirst()
			.map(TopicStatusScan.Result::failure)
			.orElse(null);
	}

	private Status statusOf(TopicOverview overview) {
		boolean late = overview.topics()
			.values()
			.stream()
			.anyMatch((topic) -> TopicHealth.isLate(topic.status(), this.maxReadyAge));
		return late ? Status.OUT_OF_SERVICE : Status.UP;
	}

	private Map<String, Object> details(TopicOverview overview, List<String> refusals,
			Map<String, ListenerHealth> listeners) {
		Map<String, Object> details = new LinkedHashMap<>();
		if (!refusals.isEmpty()) {
			details.put("error", String.join("; ", refusals));
		}
		String server = this.inspector.server();
		if (server != null) {
			details.put("server", server);
		}
		details.put("listeners", listeners);
		details.put("topics", topics(overview));
		if (overview.omitted() > 0) {
			details.put("omittedTopics", overview.omitted());
		}
		return details;
	}

	private Map<String, TopicHealth> topics(TopicOverview overview) {
		Map<String, TopicHealth> topics = new LinkedHashMap<>();
		overview.topics().forEach((topic, read) -> topics.put(topic, TopicHealth.of(read, this.maxReadyAge)));
		return topics;
	}

	private Map<String, ListenerHealth> listeners(@Nullable TopicOverview overview) {
		Map<String, ListenerHealth> listeners = new LinkedHashMap<>();
		containers().forEach((container) -> {
			String name = container.id();
			// Ids are unique within a context, but its parents may use the same ids
			for (int number = 2; listeners.containsKey(name); number++) {
				name = container.id() + " (" + number + ")";
			}
			listeners.put(name, ListenerHealth.of(container, overview));
		});
		return listeners;
	}

	private Set<String> ownTopics() {
		return containers().map(DelayListenerContainer::topic).collect(Collectors.toSet());
	}

	// The registries are read each time, because listeners can be registered at any time.
	private Stream<DelayListenerContainer> containers() {
		return this.registries.stream().flatMap((registry) -> registry.containers().stream());
	}

}
