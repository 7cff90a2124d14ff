// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure;

import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches unless {@code delay.enabled} is {@code false}. A value that is not a boolean
 * makes start-up fail, whereas Boot's own condition would silently disable Delay. For use
 * by Delay's auto-configurations. Internal to Delay: may change without notice.
 *
 * @since 0.1.0
 * @hidden
 */
public final class OnDelayEnabledCondition extends SpringBootCondition {

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		boolean enabled = Binder.get(context.getEnvironment()).bind("delay.enabled", Boolean.class).orElse(true);
		return new ConditionOutcome(enabled, "delay.enabled is " + enabled);
	}

}
