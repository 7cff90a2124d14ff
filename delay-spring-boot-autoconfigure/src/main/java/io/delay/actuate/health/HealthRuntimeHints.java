// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.health;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * Registers reflection hints for the health details, which Spring Boot writes as JSON
 * without knowing their types.
 */
public final class HealthRuntimeHints implements RuntimeHintsRegistrar {

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		new BindingReflectionHintsRegistrar().registerReflectionHints(hints.reflection(), ListenerHealth.class,
				TopicHealth.class);
	}

}
