// SPDX-License-Identifier: Apache-2.0

package io.delay.sample.device;

import java.time.Duration;
import java.util.Collection;

import jakarta.validation.constraints.Pattern;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

import io.delay.job.ConflictPolicy;
import io.delay.job.Job;
import io.delay.sample.device.DeviceOfflineListener.DeviceOffline;
import io.delay.template.DelayTemplate;

/**
 * Devices over HTTP. A device has one timer, and every heartbeat postpones it.
 */
@RestController
@RequestMapping("/devices")
class DeviceController {

	private final DeviceBook book;

	private final DelayTemplate delayTemplate;

	private final Duration timeout;

	DeviceController(DeviceBook book, DelayTemplate delayTemplate,
			@Value("${sample.device-timeout}") Duration timeout) {
		this.book = book;
		this.delayTemplate = delayTemplate;
		this.timeout = timeout;
	}

	@PutMapping("/{id}/heartbeat")
	Device heartbeat(@PathVariable @Pattern(regexp = "[A-Za-z0-9._-]{1,50}",
			message = "must be 1 to 50 characters out of A-Z a-z 0-9 . _ -") String id) {
		Device device = this.book.heartbeat(id);
		this.delayTemplate.submit(Job.to(DeviceOfflineListener.TOPIC)
			.id(id)
			.payload(new DeviceOffline(id))
			.delay(this.timeout)
			.onConflict(ConflictPolicy.REPLACE)
			.build());
		return device;
	}

	@GetMapping
	Collection<Device> all() {
		return this.book.all();
	}

}
