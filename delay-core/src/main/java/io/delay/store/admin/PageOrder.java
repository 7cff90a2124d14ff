// SPDX-License-Identifier: Apache-2.0

package io.delay.store.admin;

/**
 * The order of the jobs on the pages of one state. Jobs with equal times are ordered by
 * the bytes of their ids, in the same direction.
 *
 * @since 0.1.0
 */
public enum PageOrder {

	/** The earliest time comes first. */
	OLDEST_FIRST,

	/** The latest time comes first. */
	NEWEST_FIRST

}
