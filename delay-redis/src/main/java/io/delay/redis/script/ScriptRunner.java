// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.script;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

import io.lettuce.core.RedisNoScriptException;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.RedisConnectionFailureException;

import io.delay.redis.partition.PartitionKeys;
import io.delay.store.OutcomeUnknownException;

/**
 * Runs scripts on one route and waits for their replies. Repeats only scripts that are
 * known not to have been executed.
 */
public final class ScriptRunner {

	private final ScriptRoute route;

	private final ScriptLibrary library;

	private final ReplyFlags flags;

	private final UnawaitedScriptFailures postFailures = new UnawaitedScriptFailures();

	private final boolean brief;

	private final long timeoutNanos;

	public ScriptRunner(ScriptRoute route, ScriptLibrary library, ReplyFlags flags) {
		this(route, library, flags, false);
	}

	private ScriptRunner(ScriptRoute route, ScriptLibrary library, ReplyFlags flags, boolean brief) {
		this.brief = brief;
		this.route = route;
		this.library = library;
		this.flags = flags;
		this.timeoutNanos = route.timeout().toNanos();
	}

	// For callers that repeat their calls themselves. If a topic has several partitions,
	// nothing is repeated, because the caller can use the other partitions meanwhile.
	public static ScriptRunner repeatingBriefly(ScriptRoute route, ScriptLibrary library, ReplyFlags flags) {
		return new ScriptRunner(route, library, flags, true);
	}

	/**
	 * Run a script. A {@link NoReplyException} means that it is unknown whether the
	 * script was executed. After a {@link TopicMovedException}, the number of partitions
	 * is looked up again on the next use.
	 */
	public ScriptReply run(RedisScript script, PartitionKeys partition, ScriptArguments arguments) {
		try {
			boolean others = partition.layout().partitions() > 1;
			return run(script, partition.topic(), script.keys(partition), arguments.toArray(),
					(others && this.brief) ? RetryBudget.none(this.route.timeout()) : repetition());
		}
		catch (TopicMovedException ex) {
			partition.layout().setOutdated();
			throw ex;
		}
	}

	public ScriptReply run(RedisScript script, String topic, byte[][] keys, ScriptArguments arguments) {
		return run(script, topic, keys, arguments.toArray(), repetition());
	}

	/**
	 * Run a script that changes jobs. If no reply is received, the script is not
	 * repeated: the caller gets an {@link OutcomeUnknownException}.
	 * @param ids the ids of the jobs, empty if the script concerns the whole topic
	 */
	public ScriptReply change(RedisScript script, PartitionKeys partition, List<String> ids,
			ScriptArguments arguments) {
		try {
			return run(script, partition, arguments);
		}
		catch (NoReplyException ex) {
			throw OutcomeUnknownException.ofChange(script.verb(), partition.topic(), ids, ex);
		}
	}

	private ScriptReply run(RedisScript script, String topic, byte[][] keys, byte[][] values, RetryBudget repetition) {
		while (true) {
			ScriptSender sender = sender(keys, repetition);
			Throwable cause;
			try {
				return withoutFlags(evaluate(sender, script, keys, values, repetition), topic);
			}
			catch (ExecutionException ex) {
				cause = (ex.getCause() != null) ? ex.getCause() : ex;
			}
			boolean again = isRepeatable(cause) && repetition.pause();
			if (ReplyFailure.isOfReplica(cause) && (!again || repetition.isLong())) {
				// Connect again: a server that stays a replica is unlikely to become a
				// master soon, but its address may point to another server by now
				sender.leave();
			}
			if (!again) {
				throw translate(cause);
			}
		}
	}

	private ScriptSender sender(byte[][] keys, RetryBudget repetition) {
		while (true) {
			try {
				return this.route.sender(keys);
			}
			catch (RedisConnectionFailureException ex) {
				if (!awaitsFailover() || !repetition.pause()) {
					throw ex;
				}
			}
		}
	}

	private RetryBudget repetition() {
		return this.brief ? RetryBudget.brief(this.route.timeout())
				: new RetryBudget(this.route.timeout(), this.route.failsOver());
	}

	private boolean awaitsFailover() {
		return !this.brief && this.route.failsOver();
	}

	// If no other server takes over from an unreachable one, the caller gets the failure
	// at once.
	private boolean isRepeatable(Throwable cause) {
		return ReplyFailure.isRepeatable(cause) || (awaitsFailover() && ReplyFailure.isNotSent(cause));
	}

	// Waits neither for the reply nor for a connection: null if there is none
	public @Nullable CompletableFuture<List<Object>> send(RedisScript script, PartitionKeys partition,
			ScriptArguments arguments) {
		ScriptSender sender = this.route.senderIfOpen(partition.keys());
		return (sender != null)
				? sender.evalsha(this.library.source(script).digest(), script.keys(partition), arguments.toArray())
				: null;
	}

	// For many calls of a short script that servers may not have loaded
	public @Nullable CompletableFuture<List<Object>> sendText(RedisScript script, byte[]... keys) {
		ScriptSender sender = this.route.senderIfOpen(keys);
		return (sender != null) ? sender.eval(this.library.source(script).text(), keys, new byte[0][]) : null;
	}

	// Runs the script if it was not sent, or is known not to have been executed
	public ScriptReply finish(@Nullable CompletableFuture<List<Object>> sent, RedisScript script,
			PartitionKeys partition, ScriptArguments arguments) {
		if (sent != null) {
			try {
				return withoutFlags(await(sent, repetition()), partition.topic());
			}
			catch (ExecutionException ex) {
				Throwable cause = (ex.getCause() != null) ? ex.getCause() : ex;
				if (!ReplyFailure.isNotExecuted(cause)) {
					throw translate(cause);
				}
			}
		}
		return run(script, partition, arguments);
	}

	// A failure is logged. Returns false if there is no connection. The reply is received
	// on a thread of the driver
	public boolean post(RedisScript script, byte[][] keys, ScriptArguments arguments, Consumer<ScriptReply> onReply) {
		ScriptSender sender = this.route.senderIfOpen(keys);
		if (sender == null) {
			return false;
		}
		CompletableFuture<List<Object>> call = sender.eval(this.library.source(script).text(), keys,
				arguments.toArray());
		// The driver rejects a command at once while it is disconnected
		boolean rejected = call.isCompletedExceptionally();
		call.whenComplete((reply, failure) -> {
			if (failure != null) {
				this.postFailures.failed(script, failure, this.route.server());
			}
			else {
				onReply.accept(skipFlags(reply));
			}
		});
		return !rejected;
	}

	// The flags come before the results
	public ScriptReply withoutFlags(List<Object> reply, String topic) {
		ScriptReply results = new ScriptReply(reply);
		this.flags.check(results.nextLong(), topic);
		return results;
	}

	private static ScriptReply skipFlags(List<Object> reply) {
		ScriptReply results = new ScriptReply(reply);
		results.next();
		return results;
	}

	public DataAccessException translate(Throwable failure) {
		return ReplyFailure.translate(failure, this.route.server());
	}

	public long timeoutNanos() {
		return this.timeoutNanos;
	}

	private List<Object> evaluate(ScriptSender sender, RedisScript script, byte[][] keys, byte[][] values,
			RetryBudget repetition) throws ExecutionException {
		ScriptLibrary.Source source = this.library.source(script);
		try {
			return await(sender.evalsha(source.digest(), keys, values), repetition);
		}
		catch (ExecutionException ex) {
			if (!(ex.getCause() instanceof RedisNoScriptException)) {
				throw ex;
			}
			return await(sender.eval(source.text(), keys, values), repetition);
		}
	}

	private List<Object> await(CompletableFuture<List<Object>> future, RetryBudget repetition)
			throws ExecutionException {
		try {
			return future.get(repetition.replyNanos(), TimeUnit.NANOSECONDS);
		}
		catch (TimeoutException ex) {
			future.cancel(true);
			throw new NoReplyException("Redis at " + this.route.server() + " gave no reply within "
					+ Duration.ofNanos(this.timeoutNanos).toMillis() + " ms", ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new NoReplyException("Interrupted while waiting for Redis", ex);
		}
	}

}
