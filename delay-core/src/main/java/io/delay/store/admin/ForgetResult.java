// SPDX-License-Identifier: Apache-2.0

package io.delay.store.admin;

/**
 * The result of forgetting a topic.
 *
 * @param forgotten whether the topic was forgotten; {@code false} if it has jobs or
 * consumers, was used during the call, or is unknown
 * @param found the status of the topic before the call
 * @since 0.1.0
 */
public record ForgetResult(boolean forgotten, TopicStatus found) {

}
