// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.support;

import java.util.Map;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;
import org.springframework.util.ClassUtils;

import io.delay.listener.DelayHeaders;
import io.delay.store.ReservedJob;
import io.delay.support.FailureNotice;

/**
 * The logging context of the calling thread (MDC). If SLF4J's MDC is absent or fails,
 * jobs are handled without it.
 */
public final class LoggingContext {

	private static final boolean MDC_PRESENT = ClassUtils.isPresent("org.slf4j.MDC",
			LoggingContext.class.getClassLoader());

	private static final FailureNotice notice = new FailureNotice("The logging context (MDC)");

	private LoggingContext() {
	}

	/**
	 * Make a call with the topic, id and attempt of a job in the logging context.
	 * Afterwards, all previous values are restored.
	 */
	public static <T> T call(ReservedJob job, Supplier<T> call) {
		return call(Map.of(DelayHeaders.TOPIC, job.lease().topic(), DelayHeaders.ID, job.lease().id(),
				DelayHeaders.ATTEMPT, Integer.toString(job.terms().attempt())), call);
	}

	public static <T> T call(String topic, Supplier<T> call) {
		return call(Map.of(DelayHeaders.TOPIC, topic), call);
	}

	private static <T> T call(Map<String, String> values, Supplier<T> call) {
		if (!MDC_PRESENT) {
			return call.get();
		}
		Map<String, String> before = put(values);
		try {
			return call.get();
		}
		finally {
			restore(before);
		}
	}

	private static @Nullable Map<String, String> put(Map<String, String> values) {
		try {
			Map<String, String> before = MDC.getCopyOfContextMap();
			values.forEach(MDC::put);
			return (before != null) ? before : Map.of();
		}
		catch (RuntimeException | Error ex) {
			notice.failed(ex);
			return null;
		}
	}

	private static void restore(@Nullable Map<String, String> before) {
		try {
			if (before != null) {
				MDC.setContextMap(before);
			}
		}
		catch (RuntimeException | Error ex) {
			notice.failed(ex);
		}
	}

}
