// SPDX-License-Identifier: Apache-2.0

package io.delay.sample.device;

import java.time.Instant;

/**
 * A device.
 *
 * @param state whether it is online
 * @param lastHeartbeat when its last heartbeat was received
 */
record Device(String id, State state, Instant lastHeartbeat) {

	/**
	 * Whether a device is online.
	 */
	enum State {

		ONLINE, OFFLINE

	}

}
