// SPDX-License-Identifier: Apache-2.0

package io.delay.store.admin;

import org.jspecify.annotations.Nullable;

/**
 * An inconsistency in a store.
 *
 * @param id the id of the job concerned, {@code null} if the finding concerns the topic
 * as a whole
 * @param problem a description of what is wrong
 * @since 0.1.0
 */
public record AuditFinding(@Nullable String id, String problem) {

}
