// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.web;

import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.util.Assert;
import org.springframework.util.function.SingletonSupplier;

/**
 * The path of the endpoint, which depends on the base path and the path mapping of the
 * application.
 *
 * @since 0.1.0
 */
public final class EndpointPath {

	private static final EndpointId ID = EndpointId.of("delay");

	private final SingletonSupplier<Optional<String>> root;

	/**
	 * Create the path.
	 * @param endpoints the endpoints of the application, which are looked up once, on
	 * first use, because they do not exist yet when filters are created
	 */
	public EndpointPath(ObjectProvider<PathMappedEndpoints> endpoints) {
		Assert.notNull(endpoints, "'endpoints' must not be null");
		this.root = SingletonSupplier
			.of(() -> Optional.ofNullable(endpoints.getIfAvailable()).map((present) -> present.getPath(ID)));
	}

	// Whether a decoded path within the application leads to the endpoint.
	boolean matches(@Nullable String path) {
		String root = this.root.obtain().orElse(null);
		return root != null && path != null && (path.equals(root) || path.startsWith(root + "/"));
	}

}
