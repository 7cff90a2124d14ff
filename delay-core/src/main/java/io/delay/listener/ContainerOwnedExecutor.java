// SPDX-License-Identifier: Apache-2.0

package io.delay.listener;

/**
 * Marks an executor whose threads belong to one container, so that a worker may keep its
 * thread as long as jobs are waiting. Internal to Delay: may change without notice.
 *
 * @since 0.1.0
 * @hidden
 */
public interface ContainerOwnedExecutor {

}
