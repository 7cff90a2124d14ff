// SPDX-License-Identifier: Apache-2.0

package io.delay.sample.device;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * All devices, in memory.
 */
@Component
class DeviceBook {

	private final Clock clock = Clock.tickMillis(ZoneOffset.UTC);

	private final ConcurrentNavigableMap<String, Device> devices = new ConcurrentSkipListMap<>();

	Device heartbeat(String id) {
		Device device = new Device(id, Device.State.ONLINE, this.clock.instant());
		this.devices.put(id, device);
		return device;
	}

	/**
	 * Take a device offline if its last heartbeat is too old.
	 * @param id the id of the device
	 * @param timeout the maximum time between heartbeats
	 * @return the time left until its timeout; zero if it is offline now, {@code null} if
	 * there is no such device
	 */
	@Nullable Duration expire(String id, Duration timeout) {
		Device device = this.devices.get(id);
		if (device == null) {
			return null;
		}
		Instant now = this.clock.instant();
		Duration left = Duration.between(now, device.lastHeartbeat().plus(timeout));
		if (left.compareTo(Duration.ZERO) > 0) {
			return left;
		}
		Device offline = new Device(id, Device.State.OFFLINE, device.lastHeartbeat());
		return this.devices.replace(id, device, offline) ? Duration.ZERO : timeout;
	}

	Collection<Device> all() {
		return List.copyOf(this.devices.values());
	}

}
