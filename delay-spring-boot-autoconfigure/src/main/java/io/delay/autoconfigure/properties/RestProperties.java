// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.properties;

import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/**
 * Configuration properties for Delay over HTTP.
 *
 * @since 0.1.0
 */
public class RestProperties {

	/** Whether to offer Delay over HTTP. It needs the artifact delay-rest. */
	private boolean enabled;

	/** First part of the paths of all operations. */
	private String path = "/delay/v1";

	/**
	 * Whether requests without an authenticated client are refused. Without Spring
	 * Security, no client is authenticated.
	 */
	private boolean requireAuthentication = true;

	/** Maximum size of the body of a request. */
	private DataSize maxRequestSize = DataSize.ofMegabytes(16);

	/**
	 * Maximum size of the bodies of all requests that are processed at the same time. By
	 * default a sixteenth of the maximum heap, and at least the maximum size of one
	 * request.
	 */
	private @Nullable DataSize maxTotalRequestSize;

	/** Maximum number of reserves that wait for jobs at the same time. */
	private int maxWaiting = 1000;

	/**
	 * Maximum number of threads that access the store for waiting reserves, and for all
	 * requests in a reactive web application.
	 */
	private int threads = 32;

	public boolean isEnabled() {
		return this.enabled;
	}

	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

	public String getPath() {
		return this.path;
	}

	public void setPath(String path) {
		this.path = path;
	}

	public boolean isRequireAuthentication() {
		return this.requireAuthentication;
	}

	public void setRequireAuthentication(boolean requireAuthentication) {
		this.requireAuthentication = requireAuthentication;
	}

	public DataSize getMaxRequestSize() {
		return this.maxRequestSize;
	}

	public void setMaxRequestSize(DataSize maxRequestSize) {
		this.maxRequestSize = maxRequestSize;
	}

	public @Nullable DataSize getMaxTotalRequestSize() {
		return this.maxTotalRequestSize;
	}

	public void setMaxTotalRequestSize(@Nullable DataSize maxTotalRequestSize) {
		this.maxTotalRequestSize = maxTotalRequestSize;
	}

	public int getMaxWaiting() {
		return this.maxWaiting;
	}

	public void setMaxWaiting(int maxWaiting) {
		this.maxWaiting = maxWaiting;
	}

	public int getThreads() {
		return this.threads;
	}

	public void setThreads(int threads) {
		this.threads = threads;
	}

}
