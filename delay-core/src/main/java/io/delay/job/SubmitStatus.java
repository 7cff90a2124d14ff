// SPDX-License-Identifier: Apache-2.0

package io.delay.job;

/**
 * The status of a submit.
 *
 * @since 0.1.0
 */
public enum SubmitStatus {

	/**
	 * The job is new.
	 */
	CREATED,

	/**
	 * A job with this id existed and is unchanged; nothing was stored.
	 */
	EXISTING,

	/**
	 * A job with this id existed and was replaced by the new one.
	 */
	REPLACED

}
