// SPDX-License-Identifier: Apache-2.0

package io.delay.annotation;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

import io.delay.submit.DelayCancel;
import io.delay.submit.DelayCancels;
import io.delay.submit.DelaySubmit;
import io.delay.submit.DelaySubmits;

/**
 * Registers hints for the reflection that Delay uses to read the attributes of its
 * annotations and to detect optional libraries.
 */
final class DelayRuntimeHints implements RuntimeHintsRegistrar {

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		for (Class<?> annotation : new Class<?>[] { DelayListener.class, DelayListeners.class, Backoff.class,
				DelaySubmit.class, DelaySubmits.class, DelayCancel.class, DelayCancels.class }) {
			hints.reflection().registerType(annotation, MemberCategory.INVOKE_DECLARED_METHODS);
		}
		for (String library : new String[] { "com.fasterxml.jackson.databind.ObjectMapper",
				"jakarta.validation.ConstraintViolation", "org.slf4j.MDC", "tools.jackson.databind.json.JsonMapper" }) {
			hints.reflection().registerTypeIfPresent(classLoader, library);
		}
	}

}
