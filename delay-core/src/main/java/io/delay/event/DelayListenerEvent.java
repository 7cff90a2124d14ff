// SPDX-License-Identifier: Apache-2.0

package io.delay.event;

/**
 * An event of a listener container of this application.
 *
 * @since 0.1.0
 */
public sealed interface DelayListenerEvent extends DelayEvent
		permits JobBuriedEvent, JobExpiredEvent, LeaseLostEvent, ContainerDiedEvent {

	/**
	 * Return the id of the listener.
	 * @return the id
	 */
	String listenerId();

}
