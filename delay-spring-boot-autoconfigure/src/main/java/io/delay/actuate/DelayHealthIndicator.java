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

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;
import org.springframework.util.Assert;

import io.delay.admin.TopicStatusResult;
import io.delay.listener.container.DelayListenerContainer;
import io.delay.listener.container.DelayListenerRegistry;
import io.delay.store.admin.JobStoreInspector;

/**
 * The health of the store and of the application's listeners. DOWN if the store, or the
 * part of it that holds the topic of a listener, is unreachable or refuses changes, or if
 * a listener has died or cannot reserve jobs. OUT_OF_SERVICE if jobs have been ready for
 * longer than a configured limit. The details show the listeners of the application and
 * the topics of the store.
 *
 * @since 0.1.0
 */
@RegisterReflectionForBinding({ ListenerHealth.class, TopicHealth.class })
public final class DelayHealthIndicator extends AbstractHealthIndicator {

	private final List<DelayListenerRegistry> registries;

	private final @Nullable Duration maxReadyAge;

	private final TopicReader topics;

	private final RefusalsReader refusals;

	/**
	 * Create a health indicator.
	 * @param inspector reads the store
	 * @param registries the registries of the application's listeners
	 * @param maxReadyAge how long a job of a topic that is not paused may be ready
	 * without being handled, {@code null} for no limit
	 */
	public DelayHealthIndicator(JobStoreInspector inspector, Collection<DelayListenerRegistry> registries,
			@Nullable Duration maxReadyAge) {
		this(inspector, registries, maxReadyAge, TopicReader.KEEP);
	}

	DelayHealthIndicator(JobStoreInspector inspector, Collection<DelayListenerRegistry> registries,
			@Nullable Duration maxReadyAge, Duration keep) {
		super("Delay health check failed");
		Assert.notNull(inspector, "'inspector' must not be null");
		Assert.notNull(registries, "'registries' must not be null");
		this.registries = List.copyOf(registries);
		this.maxReadyAge = maxReadyAge;
		this.topics = new TopicReader(inspector, this::ownTopics, keep);
		this.refusals = new RefusalsReader(inspector, keep);
	}

	@Override
	protected void doHealthCheck(Health.Builder builder) {
		TopicOverview overview = overview(builder);
		Map<String, ListenerHealth> listeners = listeners(overview);
		builder.withDetail("listeners", listeners);
		if (overview != null) {
			builder.withDetail("topics", topics(overview));
			if (overview.omitted() > 0) {
				builder.withDetail("omittedTopics", overview.omitted());
			}
		}
		if (listeners.values().stream().anyMatch(ListenerHealth::isDown)) {
			builder.down();
		}
	}

	// Null if the store is unreachable; the health is then DOWN.
	private @Nullable TopicOverview overview(Health.Builder builder) {
		try {
			TopicOverview overview = this.topics.read();
			boolean late = overview.topics()
				.values()
				.stream()
				.anyMatch((topic) -> TopicHealth.isLate(topic.status(), this.maxReadyAge));
			builder.status(late ? Status.OUT_OF_SERVICE : Status.UP);
			noteUnreachable(overview, builder);
			noteRefusals(builder);
			return overview;
		}
		catch (RuntimeException ex) {
			this.refusals.forget();
			builder.down(ex);
			return null;
		}
	}

	// An unreachable part of the store matters only if a listener of this application
	// needs it.
	private void noteUnreachable(TopicOverview overview, Health.Builder builder) {
		ownTopics().stream()
			.sorted()
			.map(overview.topics()::get)
			.filter((topic) -> topic != null && topic.isUnreachable())
			.findFirst()
			.map(TopicStatusResult::failure)
			.ifPresent(builder::down);
	}

	// A store that can be read may still refuse changes.
	private void noteRefusals(Health.Builder builder) {
		List<String> refusals = this.refusals.read();
		if (!refusals.isEmpty()) {
			builder.down().withDetail("error", String.join("; ", refusals));
		}
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

	// Read each time, because listeners can be registered at any time.
	private Stream<DelayListenerContainer> containers() {
		return this.registries.stream().flatMap((registry) -> registry.containers().stream());
	}

}
