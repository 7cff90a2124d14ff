// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.server;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisAdvancedClusterAsyncCommands;
import io.lettuce.core.cluster.models.partitions.Partitions;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.delay.redis.RedisSpace;
import io.delay.redis.connection.SharedConnection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Asks the servers of a Cluster whose nodes change meanwhile.
 */
class ServerInfoReaderTests {

	@Test
	@Tag("thorough")
	@Tag("versions")
	void aNodeThatLeavesTheClusterMeanwhileIsUnreachable() {
		try (RedisSpace space = RedisSpace.sharedCluster(1)) {
			RedisAdvancedClusterAsyncCommands<?, ?> commands = (RedisAdvancedClusterAsyncCommands<?, ?>) space
				.producers()
				.commands();
			Partitions present = commands.getStatefulConnection().getPartitions();
			assertThat(read(commands, present)).hasSize(3);
			RedisClusterNode forgotten = new RedisClusterNode(present.getMasterBySlot(0));
			forgotten.setNodeId("0000000000000000000000000000000000000000");
			Partitions before = new Partitions();
			before.reload(List.of(forgotten));
			assertThatExceptionOfType(RedisConnectionFailureException.class).isThrownBy(() -> read(commands, before))
				.withMessageContaining("cannot be reached; nothing was sent");
		}
	}

	/**
	 * Read what servers tell that were those of a Cluster.
	 */
	private static Map<String, ServerInfo> read(RedisAdvancedClusterAsyncCommands<?, ?> commands,
			Partitions partitions) {
		StatefulRedisClusterConnection<?, ?> connection = with(StatefulRedisClusterConnection.class,
				commands.getStatefulConnection(), "getPartitions", partitions);
		RedisAdvancedClusterAsyncCommands<?, ?> seen = with(RedisAdvancedClusterAsyncCommands.class, commands,
				"getStatefulConnection", connection);
		LettuceConnectionFactory factory = new LettuceConnectionFactory() {

			@Override
			public boolean isRunning() {
				return true;
			}

			@Override
			public RedisConnection getConnection() {
				return with(RedisConnection.class, null, "getNativeConnection", seen);
			}

		};
		return new ServerInfoReader(new SharedConnection(factory, "spring.data.redis", Duration.ofSeconds(10))).read();
	}

	// The target, but for the answer of one method. No target answers nothing else.
	private static <T> T with(Class<T> type, T target, String name, Object answer) {
		return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, (proxy, method,
				arguments) -> method.getName().equals(name) ? answer : invoke(target, method, arguments)));
	}

	private static Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
		try {
			return (target != null) ? method.invoke(target, arguments) : null;
		}
		catch (InvocationTargetException ex) {
			throw ex.getTargetException();
		}
	}

}
