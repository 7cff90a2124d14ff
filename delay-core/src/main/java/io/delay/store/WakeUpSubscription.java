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

package io.delay.store;

/**
 * A subscription to the wake-ups of one topic.
 *
 * @since 0.1.0
 */
public interface WakeUpSubscription extends AutoCloseable {

	/**
	 * Whether {@link #sync} is possible, because the subscription is connected and the
	 * store delivers hints in the order in which they are sent. Otherwise, jobs must not
	 * be reserved more than {@link LookAhead#MARGIN} before they are due.
	 * @return {@code false} unless overridden
	 */
	default boolean canSync() {
		return false;
	}

	/**
	 * Request that {@code onDelivered} is called once all earlier hints have been
	 * delivered, that is, all hints that the store sent before it received this request.
	 * If the connection is lost, it may never be called.
	 * @param onDelivered called once, on any thread, and possibly before this method
	 * returns; must return at once
	 * @return whether the request was sent; if not, {@code onDelivered} is not called
	 */
	default boolean sync(Runnable onDelivered) {
		return false;
	}

	/**
	 * End the subscription. This method never throws; further calls have no effect.
	 */
	@Override
	void close();

}
