// SPDX-License-Identifier: Apache-2.0

package io.delay.sample.redis;

import java.util.List;

import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * The properties that set a Redis address.
 */
final class RedisAddressProperties {

	private static final List<String> SINGLE = List.of("host", "port", "url");

	private static final List<String> SEVERAL = List.of("sentinel.master", "cluster.nodes", "masterreplica.nodes");

	private RedisAddressProperties() {
	}

	static boolean ofAnyServer(Environment environment) {
		return isSet(SINGLE, environment) || ofSeveralServers(environment);
	}

	static boolean ofSeveralServers(Environment environment) {
		return isSet(SEVERAL, environment);
	}

	private static boolean isSet(List<String> names, Environment environment) {
		Binder binder = Binder.get(environment);
		return names.stream()
			.anyMatch((name) -> binder.bind("spring.data.redis." + name, Bindable.listOf(String.class)).isBound());
	}

}
