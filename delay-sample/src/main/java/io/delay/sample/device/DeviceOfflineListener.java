// SPDX-License-Identifier: Apache-2.0

package io.delay.sample.device;

import java.time.Duration;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

import io.delay.annotation.DelayListener;
import io.delay.listener.JobContext;

/**
 * Takes devices offline when their heartbeats have stopped.
 */
@Component
class DeviceOfflineListener {

	static final String TOPIC = "device-offline";

	private static final Log logger = LogFactory.getLog(DeviceOfflineListener.class);

	private final DeviceBook book;

	private final Duration timeout;

	DeviceOfflineListener(DeviceBook book, @Value("${sample.device-timeout}") Duration timeout) {
		this.book = book;
		this.timeout = timeout;
	}

	@DelayListener(topic = TOPIC)
	void takeOffline(DeviceOffline timer, JobContext context) {
		Duration left = this.book.expire(timer.device(), this.timeout);
		if (left == null) {
			return;
		}
		if (left.compareTo(Duration.ZERO) > 0) {
			// A heartbeat was received at the last moment. If it has already replaced
			// this job, the release changes nothing.
			context.release(left);
			return;
		}
		logger.info("Device " + timer.device() + " is offline, its heartbeats have stopped");
	}

	/**
	 * The payload of the job that takes a device offline.
	 *
	 * @param device the id of the device
	 */
	record DeviceOffline(String device) {

	}

}
