// SPDX-License-Identifier: Apache-2.0

package io.delay.sample.redis;

import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches if no Redis address is configured.
 */
class NoRedisConfigured implements Condition {

	@Override
	public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
		return !RedisAddressProperties.ofAnyServer(context.getEnvironment());
	}

}
