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

package io.delay.actuate;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.util.Assert;

/**
 * Contributes the result of a {@link DelayHealthCheck} to the health of an application on
 * Spring Boot 4.
 *
 * @since 0.1.0
 */
public final class DelayHealthIndicator extends AbstractHealthIndicator {

	private final DelayHealthCheck check;

	/**
	 * Create a health indicator.
	 * @param check the check to delegate to
	 */
	public DelayHealthIndicator(DelayHealthCheck check) {
		super("Delay health check failed");
		Assert.notNull(check, "'check' must not be null");
		this.check = check;
	}

	@Override
	protected void doHealthCheck(Health.Builder builder) {
		DelayHealth health = this.check.check();
		if (health.failure() != null) {
			builder.withException(health.failure());
		}
		builder.status(health.status().name()).withDetails(health.details());
	}

}
