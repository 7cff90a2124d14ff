// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.properties;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Configuration properties for Delay over HTTP.
 *
 * @param enabled Whether to offer Delay over HTTP. It needs the artifact delay-rest.
 * @param path First part of the paths of all operations.
 * @param requireAuthentication Whether requests without an authenticated client are
 * refused. Without Spring Security, no client is authenticated.
 * @param maxRequestSize Maximum size of the body of a request.
 * @param maxTotalRequestSize Maximum size of the bodies of all requests that are
 * processed at the same time. By default a sixteenth of the maximum heap, and at least
 * the maximum size of one request.
 * @param maxWaiting Maximum number of reserves that wait for jobs at the same time.
 * @param threads Maximum number of threads that access the store for waiting reserves,
 * and for all requests in a reactive web application.
 * @since 0.1.0
 */
public record RestProperties(@DefaultValue("false") boolean enabled, @DefaultValue("/delay/v1") String path,
		@DefaultValue("true") boolean requireAuthentication, @DefaultValue("16MB") DataSize maxRequestSize,
		@Nullable DataSize maxTotalRequestSize, @DefaultValue("1000") int maxWaiting, @DefaultValue("32") int threads) {

}
