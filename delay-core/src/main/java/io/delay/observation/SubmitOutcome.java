// SPDX-License-Identifier: Apache-2.0

package io.delay.observation;

import java.util.Locale;

/**
 * How a submit ended.
 *
 * @since 0.1.0
 */
public enum SubmitOutcome {

	/** The store returned a result for every job. */
	SUCCESS,

	/** The caller received an exception that describes the failure. */
	ERROR,

	/** The store did not reply, so the jobs may or may not be stored. */
	UNKNOWN;

	private final String tag = name().toLowerCase(Locale.ROOT);

	/**
	 * Return the outcome as a tag value.
	 * @return the name in lower case
	 */
	public String tag() {
		return this.tag;
	}

}
