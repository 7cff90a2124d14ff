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

package io.delay.redis.connection;

import java.time.Duration;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * The options of the driver for the derived connections: those of the application, with
 * the changes that Delay needs.
 */
final class LettuceClientOptions {

	/**
	 * The minimum time between two refreshes of the topology of a Cluster whose nodes
	 * fail or whose slots move.
	 */
	private static final Duration REFRESH_TIMEOUT = Duration.ofSeconds(1);

	/**
	 * The time between periodic refreshes. It is long, because each refresh queries every
	 * node, and important changes trigger a refresh at once.
	 */
	private static final Duration REFRESH_PERIOD = Duration.ofMinutes(5);

	private LettuceClientOptions() {
	}

	static ClientOptions derive(LettuceConnectionFactory application) {
		ClientOptions options = application.getClientConfiguration()
			.getClientOptions()
			.orElseGet(ClientOptions::create)
			.mutate()
			.autoReconnect(true)
			.disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
			.build();
		return application.isClusterAware() ? cluster(ClusterClientOptions.builder(options).build()) : options;
	}

	// Refreshes the topology as soon as a node is lost. By default the driver waits for
	// up to five seconds, and the application may have disabled the refresh.
	private static ClusterClientOptions cluster(ClusterClientOptions options) {
		ClusterTopologyRefreshOptions given = options.getTopologyRefreshOptions();
		return options.mutate()
			.topologyRefreshOptions(ClusterTopologyRefreshOptions.builder()
				.enablePeriodicRefresh(given.isPeriodicRefreshEnabled() ? given.getRefreshPeriod() : REFRESH_PERIOD)
				.enableAllAdaptiveRefreshTriggers()
				.adaptiveRefreshTriggersTimeout(REFRESH_TIMEOUT)
				.refreshTriggersReconnectAttempts(1)
				.dynamicRefreshSources(given.useDynamicRefreshSources())
				.closeStaleConnections(given.isCloseStaleConnections())
				.build())
			.build();
	}

}
