// SPDX-License-Identifier: Apache-2.0

package io.delay.rest;

import org.springframework.util.Assert;
import org.springframework.util.unit.DataSize;

import io.delay.template.DelayTemplateOptions;

/**
 * Options of Delay over HTTP.
 *
 * @param authenticationRequired whether requests without an authenticated client are
 * refused
 * @param maxRequestSize the maximum size of the body of a request
 * @param maxTotalRequestSize the maximum size of the bodies of all requests that are
 * processed at the same time
 * @param maxWaiting the maximum number of reserves that wait for jobs at the same time
 * @param threads the maximum number of threads that call the store for waiting reserves,
 * and for all requests with Spring WebFlux
 * @param template the options of the template, whose terms apply to jobs that are
 * reserved
 * @since 0.1.0
 */
public record RestOptions(boolean authenticationRequired, DataSize maxRequestSize, DataSize maxTotalRequestSize,
		int maxWaiting, int threads, DelayTemplateOptions template) {

	/**
	 * The default maximum size of a request.
	 */
	public static final DataSize MAX_REQUEST_SIZE = DataSize.ofMegabytes(16);

	/**
	 * The default maximum number of waiting reserves.
	 */
	public static final int MAX_WAITING = 1000;

	/**
	 * The default maximum number of threads.
	 */
	public static final int THREADS = 32;

	private static final int PARTS_OF_HEAP = 16;

	public RestOptions {
		Assert.notNull(maxRequestSize, "'maxRequestSize' must not be null");
		Assert.isTrue(maxRequestSize.toBytes() > 0 && maxRequestSize.toBytes() < Integer.MAX_VALUE,
				() -> "Max request size " + maxRequestSize + " must be 1 byte to 2047 MB");
		Assert.notNull(maxTotalRequestSize, "'maxTotalRequestSize' must not be null");
		Assert.isTrue(maxTotalRequestSize.compareTo(maxRequestSize) >= 0, () -> "Max total request size "
				+ maxTotalRequestSize + " must be at least the max request size, " + maxRequestSize);
		Assert.isTrue(maxWaiting >= 0, () -> "Max waiting " + maxWaiting + " must not be negative");
		Assert.isTrue(threads >= 1, () -> "Threads " + threads + " must be at least 1");
		Assert.notNull(template, "'template' must not be null");
	}

	/**
	 * Return the default options, which require authentication.
	 * @return the options
	 */
	public static RestOptions defaults() {
		return new RestOptions(true, MAX_REQUEST_SIZE, maxTotalRequestSize(MAX_REQUEST_SIZE), MAX_WAITING, THREADS,
				DelayTemplateOptions.defaults());
	}

	/**
	 * Return the default maximum size of all requests together: a sixteenth of the
	 * maximum heap, because a body temporarily occupies up to eight times its size, and
	 * at least the maximum size of one request.
	 * @param maxRequestSize the maximum size of one request
	 * @return the maximum size
	 */
	public static DataSize maxTotalRequestSize(DataSize maxRequestSize) {
		return DataSize.ofBytes(Math.max(Runtime.getRuntime().maxMemory() / PARTS_OF_HEAP, maxRequestSize.toBytes()));
	}

}
