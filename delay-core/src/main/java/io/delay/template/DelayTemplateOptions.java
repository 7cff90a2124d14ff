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

package io.delay.template;

import java.time.Duration;
import java.time.InstantSource;

import org.springframework.util.Assert;
import org.springframework.util.unit.DataSize;

import io.delay.job.JobRules;
import io.delay.store.HostName;

/**
 * What a {@link DelayTemplate} goes by.
 *
 * @param maxPayloadSize the largest payload that is accepted
 * @param ttr the TTR of reserved jobs that set none
 * @param maxAttempts the maximum of attempts of reserved jobs that set none
 * @param idGenerator makes the ids of jobs that have none
 * @param host the host that tokens and failures name
 * @since 0.1.0
 */
public record DelayTemplateOptions(DataSize maxPayloadSize, Duration ttr, int maxAttempts, JobIdGenerator idGenerator,
		String host) {

	/**
	 * The largest payload that is accepted if nothing else is set.
	 */
	public static final DataSize DEFAULT_MAX_PAYLOAD_SIZE = DataSize.ofKilobytes(64);

	/**
	 * The TTR if nothing else is set.
	 */
	public static final Duration DEFAULT_TTR = Duration.ofSeconds(60);

	/**
	 * The maximum of attempts if nothing else is set.
	 */
	public static final int DEFAULT_MAX_ATTEMPTS = 5;

	public DelayTemplateOptions {
		Assert.notNull(maxPayloadSize, "'maxPayloadSize' must not be null");
		Assert.isTrue(maxPayloadSize.toBytes() > 0,
				() -> "Max payload size " + maxPayloadSize + " must be at least one byte");
		JobRules.checkTtr(ttr);
		JobRules.checkMaxAttempts(maxAttempts);
		Assert.notNull(idGenerator, "'idGenerator' must not be null");
		Assert.hasText(host, "'host' must not be empty");
	}

	/**
	 * The options with their defaults, for this host.
	 * @return the options
	 */
	public static DelayTemplateOptions defaults() {
		return new DelayTemplateOptions(DEFAULT_MAX_PAYLOAD_SIZE, DEFAULT_TTR, DEFAULT_MAX_ATTEMPTS,
				JobIdGenerator.timeOrdered(InstantSource.system()), HostName.resolve());
	}

}
