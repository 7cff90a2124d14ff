// SPDX-License-Identifier: Apache-2.0

package io.delay.event;

/**
 * An event for the application: something has happened in one of its listener containers,
 * or an operator has changed jobs or a topic. Listen to one type of event or to all of
 * them:
 *
 * <pre class="code">
 * &#64;EventListener
 * void onBuried(JobBuriedEvent event) { ... }
 * </pre>
 *
 * Events are published after the fact, one after the other, on a separate thread. A slow
 * event listener delays only other events. Events are hints: if too many are waiting,
 * further events are dropped, and events that have not been delivered are lost if the
 * application crashes. The actual state of a job is in the store.
 *
 * @since 0.1.0
 */
public sealed interface DelayEvent permits DelayListenerEvent, DelayAdminEvent {

	/**
	 * Return the topic.
	 * @return the topic
	 */
	String topic();

}
