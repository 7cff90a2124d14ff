// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.connection;

import java.time.Duration;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.TimeUnit;

import io.lettuce.core.RedisCredentialsProvider;
import io.lettuce.core.StaticCredentialsProvider;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.Delay;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisSocketConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.lettuce.RedisCredentialsProviderFactory;
import org.springframework.util.StringUtils;

/**
 * Derives connection factories from that of the application. Their connections lead to
 * the same server, but have their own options, threads and timeout.
 */
public final class DerivedConnectionFactories implements AutoCloseable {

	/**
	 * The maximum time to wait for the reply to a command, even if the application sets a
	 * longer timeout, because a listener container is blocked while it waits.
	 */
	private static final Duration LONGEST_COMMAND_TIMEOUT = Duration.ofSeconds(10);

	/**
	 * The minimum timeout for opening a connection, and the minimum time without a reply
	 * after which a connection is closed. An application may set a shorter timeout for
	 * its commands, as is usual for caches, but a server that exceeds such a timeout may
	 * only be busy.
	 */
	private static final Duration LEAST_SILENCE = Duration.ofSeconds(1);

	private static final Duration SHORTEST_RECONNECT_DELAY = Duration.ofMillis(10);

	static final Duration LONGEST_RECONNECT_DELAY = Duration.ofSeconds(1);

	private final LettuceConnectionFactory application;

	private final String settings;

	private final Duration commandTimeout;

	private final Duration silence;

	private final boolean reconnect;

	private final ClientResources resources;

	private final Deque<LettuceConnectionFactory> derived = new ConcurrentLinkedDeque<>();

	public DerivedConnectionFactories(LettuceConnectionFactory application, String settings) {
		this(application, settings, Duration.ZERO, true);
	}

	DerivedConnectionFactories(LettuceConnectionFactory application, String settings, Duration allowance,
			boolean reconnect) {
		this.application = application;
		this.settings = settings;
		this.commandTimeout = commandTimeout(application.getClientConfiguration()).plus(allowance);
		this.silence = (this.commandTimeout.compareTo(LEAST_SILENCE) > 0) ? this.commandTimeout : LEAST_SILENCE;
		this.reconnect = reconnect;
		this.resources = resources(application.getClientConfiguration());
	}

	public LettuceConnectionFactory derive(String role) {
		LettuceClientConfiguration client = clientConfiguration(role);
		RedisClusterConfiguration cluster = this.application.getClusterConfiguration();
		RedisSentinelConfiguration sentinel = this.application.getSentinelConfiguration();
		RedisSocketConfiguration socket = this.application.getSocketConfiguration();
		LettuceConnectionFactory factory;
		if (cluster != null) {
			factory = new LettuceConnectionFactory(cluster, client);
		}
		else if (sentinel != null) {
			factory = new LettuceConnectionFactory(sentinel, client);
		}
		else if (socket != null) {
			factory = new LettuceConnectionFactory(socket, client);
		}
		else {
			factory = new LettuceConnectionFactory(this.application.getStandaloneConfiguration(), client);
			factory.setDatabase(this.application.getDatabase());
		}
		factory.afterPropertiesSet();
		factory.start();
		this.derived.addFirst(factory);
		return factory;
	}

	// Callers wait no longer than the command timeout of the application plus the
	// allowance
	public SharedConnection share(String role) {
		return new SharedConnection(derive(role), this.settings, this.commandTimeout);
	}

	// The most recent connection is closed first. Commands in progress fail
	@Override
	public void close() {
		this.derived.forEach(LettuceConnectionFactory::destroy);
		this.resources.shutdown(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
	}

	private LettuceClientConfiguration clientConfiguration(String role) {
		LettuceClientConfiguration application = this.application.getClientConfiguration();
		LettuceClientConfiguration.LettuceClientConfigurationBuilder builder = LettuceClientConfiguration.builder()
			.clientResources(this.resources)
			.clientOptions(LettuceClientOptions.derive(this.application, this.silence, this.reconnect))
			.redisCredentialsProviderFactory(
					application.getRedisCredentialsProviderFactory().orElseGet(ImmediateCredentials::new))
			.clientName(application.getClientName().map((name) -> name + "-").orElse("") + "delay-" + role)
			.commandTimeout(this.silence)
			.shutdownTimeout(application.getShutdownTimeout())
			.shutdownQuietPeriod(Duration.ZERO);
		if (application.isUseSsl()) {
			LettuceClientConfiguration.LettuceSslClientConfigurationBuilder ssl = builder.useSsl()
				.verifyPeer(application.getVerifyMode());
			if (application.isStartTls()) {
				ssl.startTls();
			}
		}
		return builder.build();
	}

	// The driver asks one Sentinel after the other for the master, and only then opens a
	// channel.
	private Duration longestAttempt() {
		RedisSentinelConfiguration sentinel = this.application.getSentinelConfiguration();
		return this.silence.multipliedBy((sentinel != null) ? sentinel.getSentinels().size() + 2 : 1);
	}

	private static Duration commandTimeout(LettuceClientConfiguration application) {
		Duration timeout = application.getCommandTimeout();
		boolean unlimited = timeout.isZero() || timeout.compareTo(LONGEST_COMMAND_TIMEOUT) > 0;
		return unlimited ? LONGEST_COMMAND_TIMEOUT : timeout;
	}

	// Omits the tracing of the application, because a call serves the jobs of many
	// threads and belongs to none of their traces, and an idle poller would begin a trace
	// with each call.
	private ClientResources resources(LettuceClientConfiguration application) {
		DefaultClientResources.Builder builder = DefaultClientResources.builder()
			.reconnectDelay(() -> Delay.exponential(SHORTEST_RECONNECT_DELAY, LONGEST_RECONNECT_DELAY, 2,
					TimeUnit.MILLISECONDS))
			.nettyCustomizer(new HandlerNettyCustomizer(application.getClientResources()
				.map(ClientResources::nettyCustomizer)
				.orElse(DefaultClientResources.DEFAULT_NETTY_CUSTOMIZER), this.silence, longestAttempt()));
		application.getClientResources().ifPresent((original) -> {
			builder.socketAddressResolver(original.socketAddressResolver());
			builder.addressResolverGroup(original.addressResolverGroup());
		});
		return builder.build();
	}

	/**
	 * Provides the user name and the password of the application at once, so that the
	 * driver stays on the thread of the connection during its handshake. By default it
	 * continues on a different thread. It may then hand out a connection that still
	 * rejects commands, or report that a connection was closed instead of why.
	 */
	static final class ImmediateCredentials implements RedisCredentialsProviderFactory {

		@Override
		public RedisCredentialsProvider createCredentialsProvider(RedisConfiguration configuration) {
			if (!(configuration instanceof RedisConfiguration.WithAuthentication authentication)) {
				return provider(null, null);
			}
			String user = authentication.getUsername();
			// As in Spring Data: without a password, a user has an empty one, except with
			// Sentinel
			boolean empty = StringUtils.hasText(user) && !(configuration instanceof RedisSentinelConfiguration);
			return provider(user, authentication.getPassword().toOptional().orElse(empty ? new char[0] : null));
		}

		@Override
		public RedisCredentialsProvider createSentinelCredentialsProvider(RedisSentinelConfiguration configuration) {
			return provider(configuration.getSentinelUsername(),
					configuration.getSentinelPassword().toOptional().orElse(null));
		}

		private static RedisCredentialsProvider provider(@Nullable String user, char @Nullable [] password) {
			boolean named = password != null && StringUtils.hasText(user);
			return new StaticCredentialsProvider(named ? user : null, password);
		}

	}

}
