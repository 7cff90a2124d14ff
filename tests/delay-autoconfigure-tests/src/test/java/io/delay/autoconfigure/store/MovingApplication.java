// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.store;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import io.delay.jdbc.JdbcDatabase;
import io.delay.jdbc.JdbcJobStore;
import io.delay.jdbc.JdbcJobStoreAdministrator;
import io.delay.jdbc.JdbcJobStoreInspector;
import io.delay.jdbc.JdbcJobStoreOptions;
import io.delay.move.JobMove;
import io.delay.move.MoveStore;
import io.delay.move.TopicFence;
import io.delay.redis.RedisConnections;
import io.delay.redis.RedisJobStore;
import io.delay.redis.RedisJobStoreAdministrator;
import io.delay.redis.RedisJobStoreInspector;
import io.delay.redis.RedisJobStoreOptions;
import io.delay.redis.RedisTopicMove;
import io.delay.store.admin.JobStoreAdministrator;
import io.delay.store.admin.JobStoreInspector;

/**
 * A JVM that moves jobs from Redis to a database. It prints a line before and after each
 * change, so that the test can kill it there.
 */
public final class MovingApplication {

	static final String MOVED = "moved";

	private MovingApplication() {
	}

	/**
	 * Move all jobs.
	 * @param arguments the host, the port and the namespace of Redis, and the URL of the
	 * database
	 */
	public static void main(String[] arguments) {
		try (JdbcDatabase database = database(arguments[3]);
				RedisConnections connections = connections(arguments[0], Integer.parseInt(arguments[1]))) {
			MoveStore redis = redis(connections, arguments[2]);
			MoveStore target = new MoveStore("the database", new JdbcJobStore(database),
					new JdbcJobStoreInspector(database), printing(new JdbcJobStoreAdministrator(database)));
			new JobMove(new MoveStore(redis.name(), redis.store(), redis.inspector(), redis.administrator(),
					(topic) -> printing(redis.fence().apply(topic))), target, Duration.ofSeconds(20))
				.run(List.of());
			System.out.println(MOVED);
		}
	}

	static JdbcDatabase database(String url) {
		return new JdbcDatabase(new DriverManagerDataSource(url),
				JdbcJobStoreOptions.defaults().withPollInterval(Duration.ZERO));
	}

	static RedisConnections connections(String host, int port) {
		LettuceConnectionFactory factory = new LettuceConnectionFactory(host, port);
		factory.afterPropertiesSet();
		return new RedisConnections(factory);
	}

	static MoveStore redis(RedisConnections connections, String namespace) {
		RedisJobStoreOptions options = new RedisJobStoreOptions(namespace);
		return new MoveStore("Redis", new RedisJobStore(connections, options),
				new RedisJobStoreInspector(connections, options), new RedisJobStoreAdministrator(connections, options),
				new RedisTopicMove(connections, options)::close);
	}

	private static TopicFence printing(TopicFence fence) {
		return new TopicFence() {

			@Override
			public JobStoreInspector inspector() {
				return fence.inspector();
			}

			@Override
			public void forEachPart(Consumer<MoveStore> move) {
				fence.forEachPart((part) -> move.accept(
						new MoveStore(part.name(), part.store(), part.inspector(), printing(part.administrator()))));
			}

			@Override
			public void close() {
				fence.close();
			}

		};
	}

	private static JobStoreAdministrator printing(JobStoreAdministrator administrator) {
		return (JobStoreAdministrator) Proxy.newProxyInstance(MovingApplication.class.getClassLoader(),
				new Class<?>[] { JobStoreAdministrator.class }, (proxy, method, arguments) -> {
					System.out.println("before " + method.getName());
					Object result = method.invoke(administrator, arguments);
					System.out.println("after " + method.getName());
					return result;
				});
	}

}
