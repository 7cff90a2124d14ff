// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.reserve;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.async.RedisScriptingAsyncCommands;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandType;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptLibrary;
import io.delay.test.redis.RedisForTests;

/**
 * A driver whose scripts run on the Redis of the tests, except on partitions that a test
 * breaks, as a node of a Cluster breaks. Notes each script that is sent as its name and
 * its partition.
 */
public final class PartitionDriver extends LettuceConnectionFactory {

	public enum Fault {

		/** The script is not sent. */
		UNREACHABLE,

		/** The script is executed, but there is no reply. */
		NO_REPLY,

		/** The script is not executed, since its slot is moving. */
		BUSY

	}

	private final ScriptLibrary library;

	/** By the number of the partition, or the name of a script in front of it. */
	private final Map<String, Fault> faults = new ConcurrentHashMap<>();

	/** By script and partition: how many of its calls have no fault yet. */
	private final Map<String, Integer> callsBefore = new ConcurrentHashMap<>();

	private final List<String> sent = new CopyOnWriteArrayList<>();

	public PartitionDriver(ScriptLibrary library) {
		super(new RedisStandaloneConfiguration(RedisForTests.shared().host(), RedisForTests.shared().port()));
		this.library = library;
		afterPropertiesSet();
		start();
	}

	public void fail(int partition, Fault fault) {
		this.faults.put(String.valueOf(partition), fault);
	}

	public void fail(RedisScript script, int partition, Fault fault) {
		this.faults.put(script + " " + partition, fault);
	}

	public void failAfterOneCall(RedisScript script, int partition, Fault fault) {
		this.callsBefore.put(script + " " + partition, 1);
		fail(script, partition, fault);
	}

	public void fix(int partition) {
		this.faults.keySet().removeIf((key) -> key.endsWith(String.valueOf(partition)));
	}

	/**
	 * What was sent since the last call, such as {@code RESERVE 2}.
	 */
	public List<String> takeSent() {
		List<String> taken = List.copyOf(this.sent);
		this.sent.clear();
		return taken;
	}

	@Override
	public RedisConnection getConnection() {
		RedisConnection connection = super.getConnection();
		return (RedisConnection) Proxy.newProxyInstance(getClass().getClassLoader(),
				new Class<?>[] { RedisConnection.class },
				(proxy, method, arguments) -> method.getName().equals("getNativeConnection")
						? commands(connection.getNativeConnection()) : invoke(connection, method, arguments));
	}

	private Object commands(Object target) {
		return Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { RedisScriptingAsyncCommands.class },
				(proxy, method, arguments) -> run(target, method, arguments));
	}

	private Object run(Object target, Method method, Object[] arguments) throws Throwable {
		byte[][] keys = (byte[][]) arguments[2];
		if (keys.length == 1) {
			return invoke(target, method, arguments);
		}
		String tag = new String(keys[0], StandardCharsets.UTF_8).replaceFirst("}.*", "");
		int partition = Integer.parseInt(tag.substring(tag.lastIndexOf(':') + 1));
		Fault fault = this.faults.get(String.valueOf(partition));
		if (method.getName().equals("evalsha")) {
			String script = nameOf((String) arguments[0]) + " " + partition;
			this.sent.add(script);
			fault = (this.callsBefore.remove(script) != null) ? fault : this.faults.getOrDefault(script, fault);
		}
		if (fault == Fault.BUSY) {
			AsyncCommand<byte[], byte[], Object> reply = reply();
			reply.completeExceptionally(
					new RedisCommandExecutionException("TRYAGAIN Multiple keys request during rehashing of slot"));
			return reply;
		}
		if (fault == Fault.UNREACHABLE) {
			AsyncCommand<byte[], byte[], Object> reply = reply();
			reply.completeExceptionally(new RedisConnectionException("away"));
			return reply;
		}
		Object sent = invoke(target, method, arguments);
		return (fault == Fault.NO_REPLY) ? withoutReply((RedisFuture<?>) sent) : sent;
	}

	private String nameOf(String digest) {
		return List.of(RedisScript.values())
			.stream()
			.filter((script) -> this.library.source(script).digest().equals(digest))
			.map(Enum::name)
			.findFirst()
			.orElseThrow();
	}

	private static RedisFuture<?> withoutReply(RedisFuture<?> sent) {
		AsyncCommand<byte[], byte[], Object> reply = reply();
		sent.whenComplete((result, failure) -> reply
			.completeExceptionally((failure != null) ? failure : new RedisException("no reply")));
		return reply;
	}

	private static AsyncCommand<byte[], byte[], Object> reply() {
		return new AsyncCommand<>(new Command<>(CommandType.EVALSHA, null));
	}

	private static Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
		try {
			return method.invoke(target, arguments);
		}
		catch (InvocationTargetException ex) {
			throw ex.getTargetException();
		}
	}

}
