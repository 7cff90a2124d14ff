// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure;

/**
 * A bean of this type keeps Delay from starting threads in the background, because a test
 * handles the jobs on its own thread. For use by Delay's test support. Internal to Delay:
 * may change without notice.
 *
 * @since 0.1.0
 * @hidden
 */
public final class CallerRunsMarker {

}
