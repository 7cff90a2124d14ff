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
