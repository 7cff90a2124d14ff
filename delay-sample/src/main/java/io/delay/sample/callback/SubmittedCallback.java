// SPDX-License-Identifier: Apache-2.0

package io.delay.sample.callback;

/**
 * The response to the submit of a callback.
 *
 * @param id the id of the job
 */
record SubmittedCallback(String id) {

}
