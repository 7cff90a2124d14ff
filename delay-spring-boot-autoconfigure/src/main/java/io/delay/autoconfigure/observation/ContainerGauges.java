// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.observation;

import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;

import io.delay.listener.container.DelayListenerContainer;
import io.delay.metrics.DelayMeter;
import io.delay.metrics.DelayMeter.MeterKeyNames;

/**
 * Gauges of the application's own containers. Their values are read from the containers
 * directly; only the list of containers is updated in the background.
 */
final class ContainerGauges implements BackgroundGauges {

	private final MeterRegistry registry;

	private final Supplier<Collection<DelayListenerContainer>> containers;

	private final Map<DelayListenerContainer, List<Meter>> meters = new IdentityHashMap<>();

	private boolean open;

	ContainerGauges(MeterRegistry registry, Supplier<Collection<DelayListenerContainer>> containers) {
		this.registry = registry;
		this.containers = containers;
	}

	@Override
	public synchronized void open() {
		this.open = true;
	}

	@Override
	public synchronized void refresh() {
		if (this.open) {
			Collection<DelayListenerContainer> present = this.containers.get();
			// Removal comes first, because the gauges of a listener that was registered
			// again have the same names and tags
			this.meters.entrySet().removeIf((entry) -> {
				boolean gone = !present.contains(entry.getKey());
				if (gone) {
					entry.getValue().forEach(this.registry::remove);
				}
				return gone;
			});
			present.forEach((container) -> this.meters.computeIfAbsent(container, this::register));
		}
	}

	// Another context may have a container with the same topic and id. The registry then
	// returns the gauges of that container, which must not be removed here.
	private List<Meter> register(DelayListenerContainer container) {
		List<Meter> before = this.registry.getMeters();
		List<Meter> registered = new ArrayList<>();
		registered.add(gauge(DelayMeter.WORKERS_BUSY, container, (of) -> of.load().busyWorkers()));
		registered.add(gauge(DelayMeter.WORKERS, container, (of) -> works(of) ? of.terms().concurrency() : 0));
		registered.add(gauge(DelayMeter.JOBS_HELD, container, (of) -> of.load().heldJobs()));
		registered.add(gauge(DelayMeter.RUNNING, container, (of) -> works(of) ? 1 : 0));
		registered.add(gauge(DelayMeter.RESERVE_OUTAGE, container, ContainerGauges::outageSeconds));
		registered.removeAll(before);
		return registered;
	}

	private static double outageSeconds(DelayListenerContainer container) {
		return container.reserveOutage().map((outage) -> outage.duration().toMillis() / 1000.0).orElse(0.0);
	}

	private static boolean works(DelayListenerContainer container) {
		return container.isRunning() && !container.hasDied();
	}

	private Gauge gauge(DelayMeter meter, DelayListenerContainer container,
			ToDoubleFunction<DelayListenerContainer> value) {
		return Gauge.builder(meter.getName(), container, value)
			.description(meter.getDescription())
			.tags(Tags.of(MeterKeyNames.TOPIC.asString(), container.topic(), MeterKeyNames.LISTENER.asString(),
					container.id()))
			.register(this.registry);
	}

	@Override
	public synchronized void close() {
		this.open = false;
		this.meters.values().forEach((registered) -> registered.forEach(this.registry::remove));
		this.meters.clear();
	}

}
