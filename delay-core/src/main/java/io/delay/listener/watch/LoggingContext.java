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

package io.delay.listener.watch;

import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;
import org.springframework.util.ClassUtils;

import io.delay.listener.DelayHeaders;
import io.delay.listener.lease.HeldJob;
import io.delay.support.FailureNotice;

/**
 * Sets and restores values in the logging context of the calling thread. Failures of the
 * logging library do not affect jobs.
 */
final class LoggingContext {

	private static final String[] LOW_NUMBERS = { "0", "1", "2", "3", "4", "5", "6", "7", "8", "9" };

	private static final boolean MDC_PRESENT = ClassUtils.isPresent("org.slf4j.MDC",
			LoggingContext.class.getClassLoader());

	private final FailureNotice notice = new FailureNotice("The logging context (MDC)");

	private LoggingContext() {
	}

	// Returns null if SLF4J's MDC is absent.
	static @Nullable LoggingContext ifPresent() {
		return MDC_PRESENT ? new LoggingContext() : null;
	}

	/**
	 * Make a call with the topic, id and attempt of a job. Afterwards, the previous
	 * values of these keys are restored.
	 * @param <T> the type of the result
	 * @param job the job
	 * @param call the call
	 * @return the result of the call
	 */
	<T> T call(HeldJob job, Supplier<T> call) {
		String topic = replace(DelayHeaders.TOPIC, job.job().lease().topic());
		String id = replace(DelayHeaders.ID, job.job().lease().id());
		String attempt = replace(DelayHeaders.ATTEMPT, toString(job.job().terms().attempt()));
		try {
			return call.get();
		}
		finally {
			restore(DelayHeaders.TOPIC, topic);
			restore(DelayHeaders.ID, id);
			restore(DelayHeaders.ATTEMPT, attempt);
		}
	}

	private static String toString(int attempt) {
		return (attempt < LOW_NUMBERS.length) ? LOW_NUMBERS[attempt] : Integer.toString(attempt);
	}

	/**
	 * Set a value.
	 * @param key the key
	 * @param value the value
	 * @return the previous value, {@code null} if there was none
	 */
	@Nullable String replace(String key, String value) {
		try {
			String before = MDC.get(key);
			MDC.put(key, value);
			return before;
		}
		catch (RuntimeException | Error ex) {
			this.notice.failed(ex);
			return null;
		}
	}

	/**
	 * Restore the previous value.
	 * @param key the key
	 * @param before the previous value, {@code null} if there was none
	 */
	void restore(String key, @Nullable String before) {
		try {
			if (before != null) {
				MDC.put(key, before);
			}
			else {
				MDC.remove(key);
			}
		}
		catch (RuntimeException | Error ex) {
			this.notice.failed(ex);
		}
	}

}
