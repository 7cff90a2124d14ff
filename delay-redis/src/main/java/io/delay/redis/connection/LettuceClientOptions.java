// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.connection;

import java.time.Duration;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SslOptions;
import io.lettuce.core.TimeoutOptions;
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

	// Decides every option that a promise depends on. Options for commands that are sent
	// again have no effect, because commands are rejected while there is no connection.
	static ClientOptions derive(LettuceConnectionFactory application, Duration timeout, boolean reconnect) {
		ClientOptions given = application.getClientConfiguration().getClientOptions().orElseGet(ClientOptions::create);
		SocketOptions socket = given.getSocketOptions();
		SslOptions ssl = given.getSslOptions();
		ClientOptions options = given.mutate()
			.autoReconnect(reconnect)
			.suspendReconnectOnProtocolFailure(false)
			.disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
			.pingBeforeActivateConnection(true)
			.requestQueueSize(ClientOptions.DEFAULT_REQUEST_QUEUE_SIZE)
			.timeoutOptions(TimeoutOptions.enabled())
			.socketOptions(socket.mutate()
				.connectTimeout(shorter(socket.getConnectTimeout(), timeout))
				.tcpNoDelay(true)
				.build())
			.sslOptions(ssl.mutate().handshakeTimeout(shorter(ssl.getHandshakeTimeout(), timeout)).build())
			.build();
		return application.isClusterAware() ? cluster(ClusterClientOptions.builder(options).build()) : options;
	}

	private static Duration shorter(Duration given, Duration timeout) {
		return (given.compareTo(timeout) < 0) ? given : timeout;
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
