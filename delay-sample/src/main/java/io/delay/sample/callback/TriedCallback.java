// SPDX-License-Identifier: Apache-2.0

package io.delay.sample.callback;

/**
 * The progress of a callback.
 *
 * @param id the id of its job
 * @param message the text
 * @param attempts the number of attempts
 * @param delivered whether it was delivered
 */
record TriedCallback(String id, String message, int attempts, boolean delivered) {

}
