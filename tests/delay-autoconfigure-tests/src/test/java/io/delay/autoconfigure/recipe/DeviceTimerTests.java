// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.recipe;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.delay.admin.DelayAdmin;
import io.delay.annotation.DelayListener;
import io.delay.autoconfigure.RedisNamespace;
import io.delay.job.ConflictPolicy;
import io.delay.job.Job;
import io.delay.job.JobState;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The recipe for device timers, on a real Redis.
 */
@Timeout(60)
class DeviceTimerTests {

	@RegisterExtension
	private final RedisNamespace namespace = new RedisNamespace();

	@Test
	void deviceHasOneTimerThatEachHeartbeatPostpones() {
		this.namespace.application().withBean(Devices.class).withBean(DeviceService.class).run((context) -> {
			DelayTemplate template = context.getBean(DelayTemplate.class);
			DeviceService service = context.getBean(DeviceService.class);
			service.heartbeat("lamp");
			template.reschedule("device-offline", "lamp", Duration.ofHours(1));
			Instant before = Instant.now().minusSeconds(5);
			service.heartbeat("lamp");
			assertThat(template.find("device-offline", "lamp").orElseThrow().dueTime())
				.isAfter(before.plus(Duration.ofHours(48)));
			assertThat(context.getBean(DelayAdmin.class).topics().status("device-offline").counts())
				.containsEntry(JobState.DELAYED, 1L);
		});
	}

	@Test
	void silentDeviceGoesOffline() {
		this.namespace.application().withBean(Devices.class).withBean(DeviceService.class).run((context) -> {
			DeviceService service = context.getBean(DeviceService.class);
			service.heartbeat("lamp");
			context.getBean(DelayTemplate.class).reschedule("device-offline", "lamp", Duration.ZERO);
			await().until(() -> context.getBean(Devices.class).isOffline("lamp"));
		});
	}

	@Test
	void heartbeatWhileTheTimerFiresKeepsTheDeviceOnline() {
		this.namespace.application().withBean(Devices.class).withBean(DeviceService.class).run((context) -> {
			DelayTemplate template = context.getBean(DelayTemplate.class);
			DeviceService service = context.getBean(DeviceService.class);
			Devices devices = context.getBean(Devices.class);
			devices.offlineMayGoOn = new CountDownLatch(1);
			service.heartbeat("lamp");
			template.reschedule("device-offline", "lamp", Duration.ZERO);
			assertThat(devices.offlineBegins.await(10, TimeUnit.SECONDS)).isTrue();
			service.heartbeat("lamp");
			devices.offlineMayGoOn.countDown();
			assertThat(devices.offlineEnds.await(10, TimeUnit.SECONDS)).isTrue();
			assertThat(devices.isOffline("lamp")).isFalse();
			assertThat(template.find("device-offline", "lamp").orElseThrow().state()).isEqualTo(JobState.DELAYED);
		});
	}

	@Test
	void heartbeatsOfManyDevicesAreSubmittedTogether() {
		this.namespace.application().withBean(Devices.class).withBean(DeviceService.class).run((context) -> {
			DeviceService service = context.getBean(DeviceService.class);
			for (int round = 0; round < 2; round++) {
				service.heartbeats(IntStream.range(0, 2_000).mapToObj((device) -> "device-" + device).toList());
			}
			assertThat(context.getBean(DelayAdmin.class).topics().status("device-offline").counts())
				.containsEntry(JobState.DELAYED, 2_000L);
		});
	}

	record DeviceTimer(String device, long heartbeat) {

	}

	static class DeviceService {

		private final Devices devices;

		private final DelayTemplate delayTemplate;

		DeviceService(Devices devices, DelayTemplate delayTemplate) {
			this.devices = devices;
			this.delayTemplate = delayTemplate;
		}

		void heartbeat(String device) {
			this.delayTemplate.submit(timer(device));
		}

		void heartbeats(List<String> devices) {
			this.delayTemplate.submitAll(devices.stream().map(this::timer).toList());
		}

		private Job timer(String device) {
			long heartbeat = this.devices.recordHeartbeat(device);
			return Job.to("device-offline")
				.id(device)
				.payload(new DeviceTimer(device, heartbeat))
				.delay(Duration.ofHours(48))
				.onConflict(ConflictPolicy.REPLACE)
				.build();
		}

		@DelayListener("device-offline")
		void goOffline(DeviceTimer timer) {
			this.devices.markOffline(timer.device(), timer.heartbeat());
		}

	}

	/**
	 * A table of devices.
	 */
	static class Devices {

		private final Map<String, Long> heartbeats = new ConcurrentHashMap<>();

		private final Map<String, Boolean> offline = new ConcurrentHashMap<>();

		private final CountDownLatch offlineBegins = new CountDownLatch(1);

		private final CountDownLatch offlineEnds = new CountDownLatch(1);

		private volatile CountDownLatch offlineMayGoOn = new CountDownLatch(0);

		// update devices set online = true, heartbeat = heartbeat + 1 where id = :device
		// returning heartbeat
		long recordHeartbeat(String device) {
			this.offline.put(device, false);
			return this.heartbeats.merge(device, 1L, Long::sum);
		}

		// update devices set online = false where id = :device and heartbeat = :heartbeat
		void markOffline(String device, long heartbeat) {
			this.offlineBegins.countDown();
			try {
				if (!this.offlineMayGoOn.await(10, TimeUnit.SECONDS)) {
					throw new IllegalStateException("No heartbeat came");
				}
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
			this.offline.computeIfPresent(device,
					(key, value) -> (this.heartbeats.get(device) == heartbeat) ? Boolean.TRUE : value);
			this.offlineEnds.countDown();
		}

		boolean isOffline(String device) {
			return this.offline.getOrDefault(device, false);
		}

	}

}
