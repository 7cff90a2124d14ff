// SPDX-License-Identifier: Apache-2.0

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
