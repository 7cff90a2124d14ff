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

package io.delay.actuate.descriptor;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

import io.delay.job.RateLimit;
import io.delay.store.ConsumerOrigin;
import io.delay.store.ConsumerTerms;
import io.delay.store.admin.ActiveConsumer;

/**
 * A registered consumer of a topic.
 *
 * @param id the unique id of the consumer
 * @param application the name of its application
 * @param host the name of its host
 * @param listener the id of its listener
 * @param concurrency the number of jobs that it handles at the same time
 * @param ttr the TTR of jobs that set none
 * @param maxAttempts the maximum number of attempts of jobs that set none
 * @param rateLimit the rate limit of the topic, {@code null} if there is none
 * @param since when it was first registered
 * @param lastSeen when its registration was last renewed
 */
public record ConsumerDescriptor(String id, String application, String host, String listener, int concurrency,
		Duration ttr, int maxAttempts, @Nullable String rateLimit, Instant since,
		Instant lastSeen) implements OperationResponseBody {

	public static ConsumerDescriptor of(ActiveConsumer seen) {
		ConsumerOrigin origin = seen.consumer().origin();
		ConsumerTerms terms = seen.consumer().terms();
		RateLimit rateLimit = terms.reserveTerms().rateLimit();
		return new ConsumerDescriptor(seen.consumer().id(), origin.application(), origin.host(), origin.listener(),
				terms.concurrency(), terms.reserveTerms().ttr(), terms.reserveTerms().maxAttempts(),
				(rateLimit != null) ? rateLimit.toString() : null, seen.since(), seen.lastSeen());
	}

}
