// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.submit;

import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

import io.lettuce.core.api.async.RedisScriptingAsyncCommands;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandType;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.delay.redis.connection.SharedConnection;
import io.delay.redis.script.ReplyFlags;
import io.delay.redis.script.ScriptLibrary;
import io.delay.redis.script.ScriptRunner;
import io.delay.redis.topic.TopicRegistry;

import static org.awaitility.Awaitility.await;

/**
 * A driver that fails as the real one cannot be made to. It answers the look-up of a
 * topic and leaves the replies to submits to a test.
 */
final class DriverDouble extends LettuceConnectionFactory {

	private static final Consumer<Call> NO_FAULT = (call) -> {
	};

	private final Queue<Call> calls = new ConcurrentLinkedQueue<>();

	private volatile Consumer<Call> fault = NO_FAULT;

	DriverDouble(Duration commandTimeout) {
		super(new RedisStandaloneConfiguration(),
				LettuceClientConfiguration.builder().commandTimeout(commandTimeout).build());
	}

	@Override
	public boolean isRunning() {
		return true;
	}

	/**
	 * Submits that go through this driver.
	 */
	SubmitCommand submits() {
		SharedConnection connection = new SharedConnection(this, "spring.data.redis",
				getClientConfiguration().getCommandTimeout());
		ScriptRunner runner = new ScriptRunner(connection, new ScriptLibrary(), new ReplyFlags());
		return new SubmitCommand(runner, new TopicRegistry(connection, runner, "test", (topic) -> 1));
	}

	/**
	 * What happens to every submit from now on before it is sent.
	 */
	void setFault(Consumer<Call> fault) {
		this.fault = fault;
	}

	void fix() {
		setFault(NO_FAULT);
	}

	/**
	 * The next submit that waits for its reply.
	 */
	Call next() {
		return await().atMost(Duration.ofSeconds(5))
			.pollInterval(Duration.ofMillis(1))
			.until(this.calls::poll, Objects::nonNull);
	}

	boolean hasNext() {
		return !this.calls.isEmpty();
	}

	@Override
	public RedisConnection getConnection() {
		return (RedisConnection) Proxy.newProxyInstance(getClass().getClassLoader(),
				new Class<?>[] { RedisConnection.class },
				(proxy, method, arguments) -> method.getName().equals("getNativeConnection") ? commands() : null);
	}

	private Object commands() {
		return Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { RedisScriptingAsyncCommands.class },
				(proxy, method, arguments) -> evaluate((byte[][]) arguments[2], (byte[][]) arguments[3]));
	}

	private Call evaluate(byte[][] keys, byte[][] arguments) {
		Call call = new Call((arguments.length - 2) / 4);
		if (keys.length == 1) {
			call.complete(List.of(0L, "1".getBytes(StandardCharsets.US_ASCII)));
			return call;
		}
		this.fault.accept(call);
		if (!call.isDone()) {
			this.calls.add(call);
		}
		return call;
	}

	/**
	 * A submit that is under way.
	 */
	static final class Call extends AsyncCommand<byte[], byte[], List<Object>> {

		private final int jobs;

		Call(int jobs) {
			super(new Command<>(CommandType.EVALSHA, null));
			this.jobs = jobs;
		}

		/**
		 * All its jobs are created.
		 */
		void succeed() {
			List<Object> reply = new ArrayList<>(List.of(0L));
			for (int i = 0; i < this.jobs; i++) {
				reply.addAll(List.of(0L, 0L, 0L));
			}
			complete(reply);
		}

	}

}
