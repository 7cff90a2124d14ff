// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.kit;

import org.jspecify.annotations.Nullable;

/**
 * The address of the store of a system: a Redis, another server or a database.
 *
 * @param host the host of the server
 * @param port the port of the server
 * @param jdbcUrl the database of a system that uses one, otherwise {@code null}
 * @since 0.1.0
 */
public record StoreAddress(String host, int port, @Nullable String jdbcUrl) {

}
