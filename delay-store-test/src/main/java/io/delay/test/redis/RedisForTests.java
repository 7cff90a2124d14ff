// SPDX-License-Identifier: Apache-2.0

package io.delay.test.redis;

import com.redis.testcontainers.RedisContainer;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.utility.DockerImageName;

/**
 * The Redis that all tests of a JVM share, chosen by the system property
 * {@code delay.test.redis}: {@code embedded}, {@code docker}, {@code host:port}, or
 * {@code auto} (the default). {@code auto} chooses Docker if it is available and already
 * has the image, otherwise the embedded server. Because tests share it, each uses its own
 * namespace.
 *
 * @since 0.1.0
 */
public record RedisForTests(String host, int port) {

	/**
	 * The system property that chooses the Redis.
	 */
	public static final String PROPERTY = "delay.test.redis";

	private static final String IMAGE = "redis:7";

	/**
	 * Return the shared Redis. It is started by the first call and stopped with the JVM.
	 * @return the Redis
	 * @throws IllegalArgumentException if the value of the system property is invalid
	 */
	public static RedisForTests shared() {
		return Holder.SHARED;
	}

	private static RedisForTests choose(String choice) {
		return switch (choice) {
			case "embedded" -> embedded();
			case "docker" -> docker();
			case "auto", "" -> dockerHasImage() ? docker() : embedded();
			default -> named(choice);
		};
	}

	private static RedisForTests embedded() {
		EmbeddedRedis redis = EmbeddedRedis.start();
		Runtime.getRuntime().addShutdownHook(new Thread(redis::close));
		return new RedisForTests(redis.host(), redis.port());
	}

	@SuppressWarnings("resource")
	private static RedisForTests docker() {
		RedisContainer container = new RedisContainer(DockerImageName.parse(IMAGE));
		container.start();
		return new RedisForTests(container.getRedisHost(), container.getRedisPort());
	}

	private static RedisForTests named(String choice) {
		int colon = choice.lastIndexOf(':');
		if (colon < 1 || !choice.substring(colon + 1).matches("\\d{1,5}")) {
			throw new IllegalArgumentException(
					"-D" + PROPERTY + "=" + choice + " must be auto, docker, embedded or host:port");
		}
		return new RedisForTests(choice.substring(0, colon), Integer.parseInt(choice.substring(colon + 1)));
	}

	/**
	 * Whether Docker has the image. Does not pull the image, because a pull would block
	 * for minutes if there is no network.
	 */
	private static boolean dockerHasImage() {
		try {
			if (!DockerClientFactory.instance().isDockerAvailable()) {
				return false;
			}
			DockerClientFactory.lazyClient().inspectImageCmd(IMAGE).exec();
			return true;
		}
		catch (RuntimeException ex) {
			return false;
		}
	}

	private static final class Holder {

		private static final RedisForTests SHARED = choose(System.getProperty(PROPERTY, "auto").trim());

	}

}
