// SPDX-License-Identifier: Apache-2.0

package io.delay.sample.device;

/**
 * Whether a device is online.
 */
enum DeviceState {

	ONLINE, OFFLINE

}
