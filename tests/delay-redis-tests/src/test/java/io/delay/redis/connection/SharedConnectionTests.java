// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.connection;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.lettuce.core.api.async.RedisScriptingAsyncCommands;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.delay.test.redis.RedisForTests;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link SharedConnection}.
 */
class SharedConnectionTests {

	private final ResettableFactory factory = new ResettableFactory();

	private final SharedConnection connection = new SharedConnection(this.factory, "spring.data.redis",
			Duration.ofSeconds(10));

	@BeforeEach
	void start() {
		this.factory.afterPropertiesSet();
		this.factory.start();
	}

	@AfterEach
	void close() {
		this.factory.destroy();
	}

	@Test
	void callDuringAResetReceivesTheNewConnection() throws Exception {
		RedisScriptingAsyncCommands<byte[], byte[]> old = this.connection.commands();
		CompletableFuture<RedisScriptingAsyncCommands<byte[], byte[]>> asking = new CompletableFuture<>();
		this.factory.beforeReset = () -> {
			asking.completeAsync(this.connection::commands);
			// unless it waits for the new one, it has got the old one by then
			asking.copy().completeOnTimeout(old, 200, TimeUnit.MILLISECONDS).join();
		};
		this.connection.reset(old);
		assertThat(asking.get(5, TimeUnit.SECONDS)).isNotSameAs(old).isSameAs(this.connection.commands());
		checkOpen();
	}

	@Test
	void manyFailedCallsResetTheConnectionOnce() throws Exception {
		RedisScriptingAsyncCommands<byte[], byte[]> old = this.connection.commands();
		this.connection.reset(old);
		assertThat(this.connection.commandsIfOpen()).isNull();
		RedisScriptingAsyncCommands<byte[], byte[]> present = this.connection.commands();
		this.connection.reset(old);
		assertThat(this.connection.commandsIfOpen()).isSameAs(present);
		checkOpen();
	}

	private void checkOpen() throws Exception {
		assertThat(this.connection.commands().scriptExists("none").get(5, TimeUnit.SECONDS)).containsExactly(false);
	}

	/**
	 * Something happens before a connection is reset.
	 */
	private static final class ResettableFactory extends LettuceConnectionFactory {

		private Runnable beforeReset = () -> {
		};

		ResettableFactory() {
			super(new RedisStandaloneConfiguration(RedisForTests.shared().host(), RedisForTests.shared().port()));
		}

		@Override
		public void resetConnection() {
			this.beforeReset.run();
			super.resetConnection();
		}

	}

}
