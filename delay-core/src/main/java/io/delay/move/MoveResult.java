// SPDX-License-Identifier: Apache-2.0

package io.delay.move;

/**
 * The result of a move.
 *
 * @param moved the number of jobs that were removed from the source
 * @param existing how many of them were not stored in the target, because their ids
 * already existed there
 * @param unreadable the number of jobs that stay in the source, because their records
 * cannot be read
 * @since 0.1.0
 */
public record MoveResult(long moved, long existing, long unreadable) {

}
