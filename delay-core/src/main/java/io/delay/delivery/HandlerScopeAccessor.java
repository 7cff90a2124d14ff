// SPDX-License-Identifier: Apache-2.0

package io.delay.delivery;

import io.micrometer.context.ThreadLocalAccessor;
import org.jspecify.annotations.Nullable;

/**
 * Lets Micrometer's context propagation pass the {@link HandlerScope} on to the threads
 * of executors and reactive chains. Internal to Delay: may change without notice.
 *
 * @since 0.1.0
 */
public final class HandlerScopeAccessor implements ThreadLocalAccessor<HandlerScope> {

	/** Create an accessor. Called by the service loader. */
	public HandlerScopeAccessor() {
	}

	@Override
	public Object key() {
		return "delay.handler-scope";
	}

	@Override
	public @Nullable HandlerScope getValue() {
		return HandlerScope.current();
	}

	@Override
	public void setValue(HandlerScope value) {
		value.enter();
	}

	@Override
	public void setValue() {
		HandlerScope.clear();
	}

}
