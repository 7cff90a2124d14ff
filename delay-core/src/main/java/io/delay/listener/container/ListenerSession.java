// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.container;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.delay.listener.ContainerLoad;
import io.delay.listener.ReserveOutage;

/**
 * The run of a container from one start to the next stop.
 */
interface ListenerSession {

	// Also registers the session in the store as a consumer. If that fails, the session
	// is stopped.
	void start();

	String consumerId();

	ContainerLoad load();

	// Null if the last attempt to reserve succeeded.
	@Nullable ReserveOutage reserveOutage();

	// Null if the store has not answered yet.
	@Nullable Duration sinceLastReserve();

	// False if one of its threads has ended.
	boolean isAlive();

	boolean isStopping();

	boolean isCalledByHandler();

	/**
	 * Stop reserving, hand back the jobs that were not started, wait for running handlers
	 * and send the last settlements. If a handler calls this method, the stop does not
	 * wait for that handler, and its job is settled later. Never throws.
	 * @param timeout the time that running handlers have before they are interrupted
	 */
	void stop(Duration timeout);

}
