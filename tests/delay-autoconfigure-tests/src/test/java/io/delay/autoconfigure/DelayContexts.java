// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.delay.autoconfigure.startup.DelayStartupCheckAutoConfiguration;

/**
 * The applications that the tests start.
 */
public final class DelayContexts {

	private DelayContexts() {
	}

	/**
	 * An application with everything on its class path and no Redis that answers.
	 */
	public static ApplicationContextRunner withoutServer() {
		return new ApplicationContextRunner()
			.withConfiguration(BootAutoConfigurations.redisAndJackson(DelayAutoConfiguration.class,
					DelayStartupCheckAutoConfiguration.class))
			.withPropertyValues("spring.data.redis.host=localhost", "spring.data.redis.port=" + unusedPort());
	}

	/**
	 * An application that keeps its jobs in memory.
	 */
	public static ApplicationContextRunner inMemory() {
		return withoutServer().withPropertyValues("delay.store.type=memory");
	}

	private static int unusedPort() {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			return socket.getLocalPort();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
