// SPDX-License-Identifier: Apache-2.0

package io.delay.admin;

import java.time.InstantSource;
import java.util.function.Consumer;

import org.springframework.util.Assert;
import org.springframework.util.unit.DataSize;

import io.delay.event.DelayAdminEvent;
import io.delay.job.JobDefaults;
import io.delay.store.HostName;

/**
 * Options for {@link DelayAdmin}.
 *
 * @param application the application that is recorded as the operator if the name of the
 * operator is unknown
 * @param host the host that is recorded with the application, and with jobs that are
 * buried by this admin
 * @param currentOperator determines the operator of a call
 * @param events receives an event after each change; must neither block nor throw
 * @param maxPayloadSize the maximum size of a payload that replaces another one
 * @param clock measures the time between the calls of an operation on many jobs
 * @since 0.1.0
 */
public record DelayAdminOptions(String application, String host, CurrentOperator currentOperator,
		Consumer<? super DelayAdminEvent> events, DataSize maxPayloadSize, InstantSource clock) {

	public DelayAdminOptions {
		Assert.hasText(application, "'application' must not be empty");
		Assert.hasText(host, "'host' must not be empty");
		Assert.notNull(currentOperator, "'currentOperator' must not be null");
		Assert.notNull(events, "'events' must not be null");
		Assert.notNull(maxPayloadSize, "'maxPayloadSize' must not be null");
		Assert.notNull(clock, "'clock' must not be null");
	}

	/**
	 * Return the default options: an application named {@code application} on this host,
	 * no operator names, no events, the default maximum size of a payload, and the clock
	 * of the system.
	 * @return the options
	 */
	public static DelayAdminOptions defaults() {
		return new DelayAdminOptions("application", HostName.resolve(), CurrentOperator.unknown(), (event) -> {
		}, JobDefaults.MAX_PAYLOAD_SIZE, InstantSource.system());
	}

	/**
	 * Return a copy of these options with a different application.
	 * @param application the name of the application
	 * @return the options
	 */
	public DelayAdminOptions withApplication(String application) {
		return new DelayAdminOptions(application, this.host, this.currentOperator, this.events, this.maxPayloadSize,
				this.clock);
	}

	/**
	 * Return a copy of these options with a different host.
	 * @param host the host name
	 * @return the options
	 */
	public DelayAdminOptions withHost(String host) {
		return new DelayAdminOptions(this.application, host, this.currentOperator, this.events, this.maxPayloadSize,
				this.clock);
	}

	/**
	 * Return a copy of these options with a different way to determine the operator.
	 * @param currentOperator determines the operator of a call
	 * @return the options
	 */
	public DelayAdminOptions withCurrentOperator(CurrentOperator currentOperator) {
		return new DelayAdminOptions(this.application, this.host, currentOperator, this.events, this.maxPayloadSize,
				this.clock);
	}

	/**
	 * Return a copy of these options with a different receiver of events.
	 * @param events receives an event after each change; must neither block nor throw
	 * @return the options
	 */
	public DelayAdminOptions withEvents(Consumer<? super DelayAdminEvent> events) {
		return new DelayAdminOptions(this.application, this.host, this.currentOperator, events, this.maxPayloadSize,
				this.clock);
	}

	/**
	 * Return a copy of these options with a different maximum size of a payload.
	 * @param maxPayloadSize the maximum size of a payload that replaces another one
	 * @return the options
	 */
	public DelayAdminOptions withMaxPayloadSize(DataSize maxPayloadSize) {
		return new DelayAdminOptions(this.application, this.host, this.currentOperator, this.events, maxPayloadSize,
				this.clock);
	}

	/**
	 * Return a copy of these options with a different clock.
	 * @param clock measures the time between the calls of an operation on many jobs
	 * @return the options
	 */
	public DelayAdminOptions withClock(InstantSource clock) {
		return new DelayAdminOptions(this.application, this.host, this.currentOperator, this.events,
				this.maxPayloadSize, clock);
	}

}
