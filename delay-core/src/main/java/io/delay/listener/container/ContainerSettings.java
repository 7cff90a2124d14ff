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

package io.delay.listener.container;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.delay.listener.BackoffPolicy;
import io.delay.listener.ListenerSettings;
import io.delay.store.ConsumerTerms;
import io.delay.store.ReserveTerms;

/**
 * The complete settings of one container, without missing values.
 *
 * @param concurrency the number of jobs handled at the same time
 * @param ttr the TTR for jobs that set none
 * @param maxAttempts the maximum number of attempts of jobs that set none
 * @param backoff how long a job waits after a failed attempt
 * @param noRetryFor exceptions after which a job is buried at once
 * @param autoStartup whether the container starts with the application
 */
record ContainerSettings(int concurrency, Duration ttr, int maxAttempts, BackoffPolicy backoff,
		List<Class<? extends Throwable>> noRetryFor, boolean autoStartup) {

	static ContainerSettings of(ListenerSettings settings) {
		ListenerSettings all = settings.over(ListenerSettings.defaults());
		return new ContainerSettings(set(all.concurrency()), set(all.ttr()), set(all.maxAttempts()), set(all.backoff()),
				set(all.noRetryFor()), set(all.autoStartup()));
	}

	ConsumerTerms terms() {
		return new ConsumerTerms(this.concurrency, reserveTerms());
	}

	ReserveTerms reserveTerms() {
		return new ReserveTerms(this.ttr, this.maxAttempts);
	}

	private static <T> T set(@Nullable T value) {
		if (value == null) {
			throw new IllegalStateException("The defaults leave a value unset");
		}
		return value;
	}

}
