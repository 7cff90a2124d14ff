// SPDX-License-Identifier: Apache-2.0

package io.delay.sample.device;

/**
 * The payload of the job that takes a device offline.
 *
 * @param device the id of the device
 */
record DeviceOffline(String device) {

}
