/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.delay.admin;

import java.util.function.Consumer;

import org.springframework.util.Assert;

import io.delay.event.DelayAdminEvent;
import io.delay.store.HostName;

/**
 * What a {@link DelayAdmin} goes by.
 *
 * @param application the application that is named as the operator if no person is known
 * @param host the host that is named with it, and kept with jobs that are buried here
 * @param currentOperator finds out who calls
 * @param events takes what has been done; must neither block nor throw
 * @since 0.1.0
 */
public record DelayAdminOptions(String application, String host, CurrentOperator currentOperator,
		Consumer<? super DelayAdminEvent> events) {

	public DelayAdminOptions {
		Assert.hasText(application, "'application' must not be empty");
		Assert.hasText(host, "'host' must not be empty");
		Assert.notNull(currentOperator, "'currentOperator' must not be null");
		Assert.notNull(events, "'events' must not be null");
	}

	/**
	 * The options with their defaults: an application without a name on this host, no
	 * person is known, and no events.
	 * @return the options
	 */
	public static DelayAdminOptions defaults() {
		return new DelayAdminOptions("application", HostName.resolve(), CurrentOperator.unknown(), (event) -> {
		});
	}

	/**
	 * The same options for an application.
	 * @param application the name of the application
	 * @return the options
	 */
	public DelayAdminOptions withApplication(String application) {
		return new DelayAdminOptions(application, this.host, this.currentOperator, this.events);
	}

	/**
	 * The same options for a host.
	 * @param host the name of the host
	 * @return the options
	 */
	public DelayAdminOptions withHost(String host) {
		return new DelayAdminOptions(this.application, host, this.currentOperator, this.events);
	}

	/**
	 * The same options with something that knows who calls.
	 * @param currentOperator finds out who calls
	 * @return the options
	 */
	public DelayAdminOptions withCurrentOperator(CurrentOperator currentOperator) {
		return new DelayAdminOptions(this.application, this.host, currentOperator, this.events);
	}

	/**
	 * The same options with something that takes events.
	 * @param events takes what has been done; must neither block nor throw
	 * @return the options
	 */
	public DelayAdminOptions withEvents(Consumer<? super DelayAdminEvent> events) {
		return new DelayAdminOptions(this.application, this.host, this.currentOperator, events);
	}

}
