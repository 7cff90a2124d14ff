// SPDX-License-Identifier: Apache-2.0

package io.delay.store;

import org.springframework.util.Assert;

/**
 * Where a consumer runs.
 *
 * @param application the name of the application
 * @param host the name of the host
 * @param listener the id of the listener in the application
 * @since 0.1.0
 */
public record ConsumerOrigin(String application, String host, String listener) {

	public ConsumerOrigin {
		Assert.hasText(application, "'application' must not be empty");
		Assert.hasText(host, "'host' must not be empty");
		Assert.hasText(listener, "'listener' must not be empty");
	}

}
