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

}
