// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.observation;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.delay.admin.TopicStatusScan;
import io.delay.metrics.DelayMeter;
import io.delay.store.admin.JobStoreInspector;
import io.delay.store.admin.TopicStatus;

/**
 * Gauges for the topics in the store, and a gauge that shows whether the store is
 * reachable. If a topic cannot be read, its gauges have no value instead of an old one.
 */
final class TopicGauges implements BackgroundGauges {

	private static final Duration MAX_SCAN_TIME = Duration.ofSeconds(10);

	private static final Log logger = LogFactory.getLog(TopicGauges.class);

	private final MeterRegistry registry;

	private final JobStoreInspector inspector;

	private final Supplier<Set<String>> ownTopics;

	private final int maxTopics;

	private final AtomicBoolean warnedOfMore = new AtomicBoolean();

	private final Map<String, TopicMeters> topics = new HashMap<>();

	private volatile double storeUp = Double.NaN;

	private @Nullable Gauge storeGauge;

	/**
	 * Create gauges.
	 * @param ownTopics the topics of the application's own listeners; these topics get
	 * gauges first
	 */
	TopicGauges(MeterRegistry registry, JobStoreInspector inspector, Supplier<Set<String>> ownTopics, int maxTopics) {
		this.registry = registry;
		this.inspector = inspector;
		this.ownTopics = ownTopics;
		this.maxTopics = maxTopics;
	}

	@Override
	public synchronized void open() {
		if (this.storeGauge == null) {
			this.storeUp = Double.NaN;
			this.storeGauge = Gauge.builder(DelayMeter.STORE_UP.getName(), this, (gauges) -> gauges.storeUp)
				.description(DelayMeter.STORE_UP.getDescription())
				.register(this.registry);
		}
	}

	@Override
	public void refresh() {
		Reading reading;
		try {
			reading = read();
		}
		catch (RuntimeException | Error ex) {
			logger.debug("The topics of the store cannot be read, trying again at the next interval", ex);
			hide();
			return;
		}
		// This call is outside the try block, because an exception of the registry does
		// not mean that the store is unreachable
		show(reading);
	}

	private Reading read() {
		TopicStatusScan scan = new TopicStatusScan(this.inspector::status, MAX_SCAN_TIME);
		Map<String, @Nullable TopicStatus> statuses = new LinkedHashMap<>();
		for (String topic : topics()) {
			if (statuses.size() == this.maxTopics) {
				warnOfMore();
				break;
			}
			statuses.put(topic, scan.isOver() ? null : status(topic, scan));
		}
		return new Reading(statuses, scan.isStoreReachable());
	}

	private static @Nullable TopicStatus status(String topic, TopicStatusScan scan) {
		TopicStatusScan.Result result = scan.read(topic);
		if (result.failure() != null) {
			logger.debug("Topic '" + topic + "' cannot be read, trying again at the next interval", result.failure());
		}
		return result.status();
	}

	// The other topics are sorted by name, so that the same ones are always left out
	private Set<String> topics() {
		Set<String> others = new TreeSet<>(this.inspector.topics());
		Set<String> topics = new LinkedHashSet<>(new TreeSet<>(this.ownTopics.get()));
		topics.addAll(others);
		return topics;
	}

	private void warnOfMore() {
		if (this.warnedOfMore.compareAndSet(false, true)) {
			logger.warn("There are more than " + this.maxTopics + " topics, so some of them have no gauges; topics of "
					+ "the application's own listeners come first. Raise delay.metrics.max-topics to see more");
		}
	}

	private synchronized void show(Reading reading) {
		if (this.storeGauge == null) {
			return;
		}
		Map<String, @Nullable TopicStatus> statuses = reading.statuses();
		this.storeUp = reading.storeReachable() ? 1 : 0;
		this.topics.entrySet().removeIf((entry) -> {
			boolean gone = !statuses.containsKey(entry.getKey());
			if (gone) {
				entry.getValue().remove();
			}
			return gone;
		});
		this.topics.forEach((topic, meters) -> meters.show(statuses.get(topic)));
		// New gauges come last, because the registry may refuse them
		statuses.forEach((topic, status) -> this.topics.computeIfAbsent(topic,
				(name) -> new TopicMeters(this.registry, name, status)));
	}

	private synchronized void hide() {
		this.storeUp = 0;
		this.topics.values().forEach((meters) -> meters.show(null));
	}

	@Override
	public synchronized void close() {
		this.topics.values().forEach(TopicMeters::remove);
		this.topics.clear();
		if (this.storeGauge != null) {
			this.registry.remove(this.storeGauge);
			this.storeGauge = null;
		}
	}

	/**
	 * The result of one refresh.
	 *
	 * @param statuses the status of each topic, {@code null} if unknown
	 */
	private record Reading(Map<String, @Nullable TopicStatus> statuses, boolean storeReachable) {

	}

}
