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

package io.delay.actuate;

import java.time.Duration;
import java.time.Instant;

import io.delay.store.ConsumerOrigin;
import io.delay.store.ConsumerTerms;
import io.delay.store.admin.ActiveConsumer;

/**
 * Somebody who handles jobs of a topic.
 *
 * @param id tells it from all others
 * @param application the name of its application
 * @param host the name of its host
 * @param listener the id of its listener
 * @param concurrency how many jobs it handles at the same time
 * @param ttr the TTR for jobs that set none
 * @param maxAttempts the maximum of attempts for jobs that set none
 * @param since when it announced itself first
 * @param lastSeen when it did so last
 */
record ConsumerDescriptor(String id, String application, String host, String listener, int concurrency, Duration ttr,
		int maxAttempts, Instant since, Instant lastSeen) {

	static ConsumerDescriptor of(ActiveConsumer seen) {
		ConsumerOrigin origin = seen.consumer().origin();
		ConsumerTerms terms = seen.consumer().terms();
		return new ConsumerDescriptor(seen.consumer().id(), origin.application(), origin.host(), origin.listener(),
				terms.concurrency(), terms.reserveTerms().ttr(), terms.reserveTerms().maxAttempts(), seen.since(),
				seen.lastSeen());
	}

}
