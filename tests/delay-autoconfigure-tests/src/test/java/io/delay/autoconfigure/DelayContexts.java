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
