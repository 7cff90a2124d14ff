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

package io.delay.store.admin;

import java.time.Instant;

import org.springframework.util.Assert;

/**
 * The pause of a topic, which lasts until the topic is resumed.
 *
 * @param by who paused the topic
 * @param since when it was paused, according to the store's clock
 * @since 0.1.0
 */
public record TopicPause(Operator by, Instant since) {

	public TopicPause {
		Assert.notNull(by, "'by' must not be null");
		Assert.notNull(since, "'since' must not be null");
	}

}
