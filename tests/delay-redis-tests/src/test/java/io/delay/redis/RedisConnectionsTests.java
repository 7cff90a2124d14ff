// SPDX-License-Identifier: Apache-2.0

package io.delay.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SslOptions;
import io.lettuce.core.SslVerifyMode;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.protocol.ProtocolVersion;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.tracing.MicrometerTracing;
import io.micrometer.observation.ObservationRegistry;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisPassword;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisSocketConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link RedisConnections}. No server is needed, for nothing connects before it
 * is used.
 */
@Tag("versions")
class RedisConnectionsTests {

	@Test
	void connectionsUseTheServerOfTheApplication() {
		RedisStandaloneConfiguration configuration = new RedisStandaloneConfiguration("redis.example", 7000);
		configuration.setDatabase(3);
		configuration.setUsername("user");
		configuration.setPassword(RedisPassword.of("secret"));
		try (RedisConnections connections = new RedisConnections(new LettuceConnectionFactory(configuration))) {
			assertThat(all(connections)).allSatisfy((factory) -> {
				assertThat(factory.getStandaloneConfiguration()).isEqualTo(configuration);
				assertThat(factory.getDatabase()).isEqualTo(3);
			});
		}
	}

	@Test
	void connectionsSupportSentinelClusterAndSocket() {
		RedisSentinelConfiguration sentinel = new RedisSentinelConfiguration().master("main").sentinel("s1", 1);
		RedisClusterConfiguration cluster = new RedisClusterConfiguration(List.of("c1:1"));
		RedisSocketConfiguration socket = new RedisSocketConfiguration("/var/run/redis.sock");
		try (RedisConnections ofSentinel = new RedisConnections(new LettuceConnectionFactory(sentinel));
				RedisConnections ofCluster = new RedisConnections(new LettuceConnectionFactory(cluster));
				RedisConnections ofSocket = new RedisConnections(new LettuceConnectionFactory(socket))) {
			assertThat(all(ofSentinel)).allMatch((factory) -> sentinel.equals(factory.getSentinelConfiguration()));
			assertThat(all(ofCluster)).allMatch((factory) -> cluster.equals(factory.getClusterConfiguration()));
			assertThat(all(ofSocket)).allMatch((factory) -> socket.equals(factory.getSocketConfiguration()));
		}
	}

	@Test
	void connectionsHaveOneBackendForEqualOptions() {
		LettuceConnectionFactory application = new LettuceConnectionFactory(new RedisStandaloneConfiguration());
		try (RedisConnections connections = new RedisConnections(application)) {
			RedisBackend backend = RedisBackend.of(connections, new RedisJobStoreOptions("jobs"));
			assertThat(RedisBackend.of(connections, new RedisJobStoreOptions("jobs"))).isSameAs(backend);
			assertThat(RedisBackend.of(connections, new RedisJobStoreOptions("others"))).isNotSameAs(backend);
		}
	}

	@Test
	void aStaticListOfMasterAndReplicasIsRefused() {
		LettuceConnectionFactory application = new LettuceConnectionFactory(
				new RedisStaticMasterReplicaConfiguration("master.example", 7000));
		assertThatIllegalArgumentException().isThrownBy(() -> new RedisConnections(application))
			.withMessageContaining("Sentinel");
	}

	@Test
	void connectionsKeepTlsAndClientNameAndRejectCommandsWhileDisconnected() {
		LettuceClientConfiguration client = LettuceClientConfiguration.builder()
			.clientName("shop")
			.useSsl()
			.verifyPeer(SslVerifyMode.CA)
			.build();
		LettuceConnectionFactory application = new LettuceConnectionFactory(new RedisStandaloneConfiguration(), client);
		try (RedisConnections connections = new RedisConnections(application)) {
			assertThat(all(connections).map(LettuceConnectionFactory::getClientConfiguration)).allSatisfy((derived) -> {
				assertThat(derived.isUseSsl()).isTrue();
				assertThat(derived.getVerifyMode()).isEqualTo(SslVerifyMode.CA);
				ClientOptions options = derived.getClientOptions().orElseThrow();
				assertThat(options.getDisconnectedBehavior())
					.isEqualTo(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS);
				assertThat(options.isAutoReconnect()).isTrue();
			});
			assertThat(connections.producers().factory().getClientName()).isEqualTo("shop-delay-producers");
			assertThat(connections.wakeUps().getClientName()).isEqualTo("shop-delay-wake-ups");
		}
	}

	@Test
	void optionsOfTheApplicationDoNotWeakenTheConnections() {
		ClientOptions options = derived(ClientOptions.builder()
			.autoReconnect(false)
			.suspendReconnectOnProtocolFailure(true)
			.disconnectedBehavior(ClientOptions.DisconnectedBehavior.ACCEPT_COMMANDS)
			.pingBeforeActivateConnection(false)
			.requestQueueSize(1)
			.timeoutOptions(TimeoutOptions.enabled(Duration.ofMillis(1)))
			.socketOptions(SocketOptions.builder().connectTimeout(Duration.ofMinutes(1)).tcpNoDelay(false).build())
			.sslOptions(SslOptions.builder().handshakeTimeout(Duration.ofMinutes(1)).build())
			.protocolVersion(ProtocolVersion.RESP2)
			.build());
		assertThat(options.isSuspendReconnectOnProtocolFailure()).isFalse();
		assertThat(options.isPingBeforeActivateConnection()).isTrue();
		assertThat(options.getRequestQueueSize()).isEqualTo(Integer.MAX_VALUE);
		assertThat(options.getTimeoutOptions().getSource().getTimeout(null)).isNegative();
		assertThat(options.getSocketOptions().isTcpNoDelay()).isTrue();
		assertThat(options.getSocketOptions().getConnectTimeout()).isEqualTo(Duration.ofSeconds(10));
		assertThat(options.getSslOptions().getHandshakeTimeout()).isEqualTo(Duration.ofSeconds(10));
		assertThat(options.getProtocolVersion()).isEqualTo(ProtocolVersion.RESP2);
	}

	@Test
	void connectionsUseTheConnectTimeoutOfTheApplication() {
		ClientOptions options = derived(ClientOptions.builder()
			.socketOptions(SocketOptions.builder().connectTimeout(Duration.ofMillis(300)).keepAlive(true).build())
			.build());
		assertThat(options.getSocketOptions().getConnectTimeout()).isEqualTo(Duration.ofMillis(300));
		assertThat(options.getSocketOptions().isKeepAlive()).isTrue();
	}

	@Test
	void connectionsRefreshTheTopologyOfACluster() {
		ClusterTopologyRefreshOptions refresh = refreshOptions(ClientOptions.create());
		assertThat(refresh.getAdaptiveRefreshTriggers())
			.containsExactlyInAnyOrder(ClusterTopologyRefreshOptions.RefreshTrigger.values());
		assertThat(refresh.getAdaptiveRefreshTimeout()).isLessThanOrEqualTo(Duration.ofSeconds(1));
		assertThat(refresh.getRefreshTriggersReconnectAttempts()).isEqualTo(1);
		assertThat(refresh.isPeriodicRefreshEnabled()).isTrue();
	}

	@Test
	void connectionsKeepTheClusterOptionsOfTheApplication() {
		ClusterClientOptions options = ClusterClientOptions.builder()
			.maxRedirects(7)
			.topologyRefreshOptions(ClusterTopologyRefreshOptions.builder()
				.enablePeriodicRefresh(Duration.ofSeconds(20))
				.dynamicRefreshSources(false)
				.build())
			.build();
		ClusterTopologyRefreshOptions refresh = refreshOptions(options);
		assertThat(refresh.getRefreshPeriod()).isEqualTo(Duration.ofSeconds(20));
		assertThat(refresh.useDynamicRefreshSources()).isFalse();
		assertThat(((ClusterClientOptions) derived(options)).getMaxRedirects()).isEqualTo(7);
	}

	private static ClusterTopologyRefreshOptions refreshOptions(ClientOptions ofApplication) {
		return ((ClusterClientOptions) derived(ofApplication)).getTopologyRefreshOptions();
	}

	private static ClientOptions derived(ClientOptions ofApplication) {
		LettuceConnectionFactory application = new LettuceConnectionFactory(
				new RedisClusterConfiguration(List.of("c1:1")),
				LettuceClientConfiguration.builder().clientOptions(ofApplication).build());
		try (RedisConnections connections = new RedisConnections(application)) {
			ClientOptions options = connections.producers()
				.factory()
				.getClientConfiguration()
				.getClientOptions()
				.orElseThrow();
			assertThat(options.isAutoReconnect()).isTrue();
			assertThat(options.getDisconnectedBehavior()).isEqualTo(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS);
			return options;
		}
	}

	@Test
	void connectionsReconnectAtLeastOnceASecond() {
		try (RedisConnections connections = new RedisConnections(
				new LettuceConnectionFactory(new RedisStandaloneConfiguration()))) {
			assertThat(all(connections)).allSatisfy((factory) -> {
				Duration delay = factory.getClientConfiguration()
					.getClientResources()
					.orElseThrow()
					.reconnectDelay()
					.createDelay(100);
				assertThat(delay).isBetween(Duration.ofMillis(1), Duration.ofSeconds(1));
			});
		}
	}

	@Test
	void connectionsDoNotTraceCommands() {
		ClientResources traced = ClientResources.builder()
			.tracing(new MicrometerTracing(ObservationRegistry.create(), "redis"))
			.build();
		LettuceClientConfiguration client = LettuceClientConfiguration.builder().clientResources(traced).build();
		LettuceConnectionFactory application = new LettuceConnectionFactory(new RedisStandaloneConfiguration(), client);
		try (RedisConnections connections = new RedisConnections(application)) {
			assertThat(all(connections)).allSatisfy((factory) -> assertThat(
					factory.getClientConfiguration().getClientResources().orElseThrow().tracing().isEnabled())
				.isFalse());
		}
		finally {
			traced.shutdown(0, 2, TimeUnit.SECONDS);
		}
	}

	@Test
	void connectionsWaitAtMostTenSecondsForAReply() {
		assertThat(timeout(Duration.ofSeconds(60))).isEqualTo(Duration.ofSeconds(10));
		assertThat(timeout(Duration.ZERO)).isEqualTo(Duration.ofSeconds(10));
		assertThat(timeout(Duration.ofSeconds(2))).isEqualTo(Duration.ofSeconds(2));
	}

	private static Duration timeout(Duration ofApplication) {
		LettuceClientConfiguration client = LettuceClientConfiguration.builder().commandTimeout(ofApplication).build();
		LettuceConnectionFactory application = new LettuceConnectionFactory(new RedisStandaloneConfiguration(), client);
		try (RedisConnections connections = new RedisConnections(application)) {
			return connections.consumers().factory().getClientConfiguration().getCommandTimeout();
		}
	}

	private static Stream<LettuceConnectionFactory> all(RedisConnections connections) {
		return Stream.of(connections.producers().factory(), connections.consumers().factory(), connections.wakeUps());
	}

}
