// SPDX-License-Identifier: Apache-2.0

package io.delay.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.delay.test.redis.EmbeddedRedisCluster;
import io.delay.test.redis.RedisForTests;
import io.delay.test.redis.RedisNode;

/**
 * The Redis user that the documentation shows, for the namespaces of the tests in place
 * of the namespace {@code delay}. Closing it deletes it.
 */
public final class DocumentedUser implements AutoCloseable {

	private static final Path FILE = Path.of("..", "..", "docs", "operations", "redis-user.acl");

	private static final String PASSWORD = "change-me";

	private final String name = "test-user-" + UUID.randomUUID();

	private final RedisClient client = RedisClient.create();

	private final List<StatefulRedisConnection<String, String>> administrators;

	private final LettuceConnectionFactory application;

	private final RedisConnections connections;

	private DocumentedUser(List<RedisURI> servers, LettuceConnectionFactory application, String... additions) {
		this.administrators = servers.stream().map(this.client::connect).toList();
		String[] create = Stream.of(Stream.of("SETUSER", this.name), rules(), Arrays.stream(additions))
			.flatMap((arguments) -> arguments)
			.toArray(String[]::new);
		commands().forEach((commands) -> administrate(commands, create));
		this.application = application;
		((RedisConfiguration.WithAuthentication) configuration(application)).setUsername(this.name);
		((RedisConfiguration.WithAuthentication) configuration(application)).setPassword(PASSWORD);
		this.application.afterPropertiesSet();
		this.application.start();
		this.connections = new RedisConnections(this.application);
	}

	/**
	 * A user of the Redis that all tests share.
	 * @param additions what it may do beside what the documentation shows
	 */
	public static DocumentedUser onShared(String... additions) {
		RedisForTests redis = RedisForTests.shared();
		return new DocumentedUser(List.of(RedisURI.create(redis.host(), redis.port())),
				new LettuceConnectionFactory(new RedisStandaloneConfiguration(redis.host(), redis.port())), additions);
	}

	/**
	 * A user of all nodes of a Cluster, who may name connections as the documentation
	 * shows for a Cluster.
	 */
	public static DocumentedUser on(EmbeddedRedisCluster cluster) {
		return new DocumentedUser(
				cluster.nodes().stream().map((node) -> RedisURI.create(RedisNode.HOST, node.port())).toList(),
				new LettuceConnectionFactory(
						new RedisClusterConfiguration(cluster.nodes().stream().map(RedisNode::address).toList())),
				"+client|setname");
	}

	private static RedisConfiguration configuration(LettuceConnectionFactory factory) {
		RedisConfiguration cluster = factory.getClusterConfiguration();
		return (cluster != null) ? cluster : factory.getStandaloneConfiguration();
	}

	private static Stream<String> rules() {
		try {
			String[] words = Files.readString(FILE).strip().split(" ");
			return Arrays.stream(words).skip(2).map((rule) -> rule.replace("delay:", "test-*:"));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * The connections of Delay as this user.
	 */
	public RedisConnections connections() {
		return this.connections;
	}

	/**
	 * What the application can do as this user.
	 */
	public StringRedisTemplate template() {
		return new StringRedisTemplate(this.application);
	}

	/**
	 * What was refused to the user so far, but for CLIENT SETINFO: the driver asks for
	 * it, does not need it, and it cannot be granted on servers that do not know it.
	 */
	public List<Map<String, Object>> refused() {
		return commands().flatMap((commands) -> commands.aclLog().stream())
			.filter((entry) -> this.name.equals(entry.get("username")) && !isSetinfo(entry.get("object")))
			.toList();
	}

	private static boolean isSetinfo(Object command) {
		return "client".equals(command) || "client|setinfo".equals(command);
	}

	private Stream<RedisCommands<String, String>> commands() {
		return this.administrators.stream().map(StatefulRedisConnection::sync);
	}

	private static void administrate(RedisCommands<String, String> commands, String... arguments) {
		CommandArgs<String, String> all = new CommandArgs<>(StringCodec.UTF8);
		Arrays.stream(arguments).forEach((argument) -> all.add(argument.getBytes(StandardCharsets.UTF_8)));
		commands.dispatch(CommandType.ACL, new StatusOutput<>(StringCodec.UTF8), all);
	}

	@Override
	public void close() {
		this.connections.close();
		this.application.destroy();
		commands().forEach((commands) -> commands.aclDeluser(this.name));
		this.client.shutdown();
	}

}
