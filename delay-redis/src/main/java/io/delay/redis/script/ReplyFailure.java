// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.script;

import java.net.ConnectException;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.cluster.PartitionException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.RedisSystemException;

/**
 * Determines the outcome of a command from its failure: not executed, refused, or
 * unknown.
 */
public final class ReplyFailure {

	/** Error codes of a server that did not execute a command but may execute it soon. */
	private static final Set<String> NOT_EXECUTED = Set.of("LOADING", "READONLY", "TRYAGAIN", "CLUSTERDOWN",
			"MASTERDOWN", "BUSY", "NOREPLICAS", "MOVED", "ASK");

	private static final Set<String> REFUSED_AT_FIRST = Set.of("OOM", "MISCONF");

	/** Scripts return this error before they change anything. */
	private static final String MOVED_TOPIC = "DELAYMOVED";

	private static final String CLOSED_PARTITION = "DELAYCLOSED";

	private static final Set<String> OF_REPLICA = Set.of("READONLY", "MASTERDOWN");

	/**
	 * The messages of the driver when it rejects a command without writing it. A command
	 * that was in progress when the connection broke fails with other messages.
	 */
	private static final Pattern REJECTED = Pattern.compile("Currently not connected\\. Commands are rejected\\.|"
			+ "Connection is closed|(Request queue|Command buffer) size exceeded: .*");

	private static final Set<String> OF_LOGIN = Set.of("WRONGPASS", "NOAUTH");

	/**
	 * The messages of servers up to 7.0 when the user has no permission for a command
	 * that a script calls.
	 */
	private static final Pattern FORBIDDEN_INSIDE_SCRIPT = Pattern
		.compile("can't run this command|can't access at least one of the keys|ACL failure in script");

	/** How Redis before 7.0 reports the error of a command inside a script. */
	private static final Pattern INSIDE_SCRIPT = Pattern.compile("^ERR Error running script.*?: -?([A-Z]{2,}) ");

	private static final Pattern UNKNOWN_COMMAND = Pattern.compile(
			"unknown (redis )?command|unsupported command|command \\S+ (is )?not (support|allow)",
			Pattern.CASE_INSENSITIVE);

	/** Arguments can contain payloads. */
	private static final Pattern ARGUMENTS = Pattern.compile(",? with args beginning with:.*", Pattern.DOTALL);

	private ReplyFailure() {
	}

	// Whether the server cannot execute the command yet, or redirects it to another node
	// of the Cluster.
	public static boolean isRepeatable(Throwable failure) {
		Throwable cause = unwrap(failure);
		return cause instanceof RedisCommandExecutionException && NOT_EXECUTED.contains(code(cause));
	}

	// Whether nothing was executed, so the command may be sent again. A server that is
	// out of memory or cannot save refuses a script at its first write.
	public static boolean isNotExecuted(Throwable failure) {
		Throwable cause = unwrap(failure);
		if (cause instanceof RedisCommandExecutionException) {
			return cause instanceof RedisNoScriptException || isRepeatable(cause)
					|| REFUSED_AT_FIRST.contains(code(cause)) || MOVED_TOPIC.equals(code(cause))
					|| CLOSED_PARTITION.equals(code(cause));
		}
		return isNotSent(cause);
	}

	// Whether the command was not sent because there is no connection, the threads of the
	// driver have ended, or the owner of its slot is unknown. A node that redirected the
	// command has not executed it.
	static boolean isNotSent(Throwable failure) {
		Throwable cause = unwrap(failure);
		return cause instanceof RedisConnectionException || cause instanceof RedisConnectionFailureException
				|| cause instanceof PartitionException || cause instanceof ConnectException
				|| cause instanceof RejectedExecutionException
				|| (cause instanceof RedisException && REJECTED.matcher(String.valueOf(cause.getMessage())).matches());
	}

	// The driver wraps failures of its connections to the nodes of a Cluster.
	public static Throwable unwrap(Throwable failure) {
		Throwable cause = (failure instanceof CompletionException) ? failure.getCause() : null;
		return (cause != null) ? cause : failure;
	}

	static boolean isOfReplica(Throwable cause) {
		return cause instanceof RedisCommandExecutionException && OF_REPLICA.contains(code(cause));
	}

	static boolean isOfLogin(Throwable cause) {
		return cause instanceof RedisCommandExecutionException
				&& (OF_LOGIN.contains(code(cause)) || String.valueOf(cause.getMessage()).startsWith("ERR AUTH"));
	}

	public static DataAccessException translate(Throwable failure, RedisServer server) {
		Throwable cause = unwrap(failure);
		if (cause instanceof DataAccessException translated) {
			return translated;
		}
		if (cause instanceof RedisCommandExecutionException) {
			return refused(cause, server);
		}
		if (isNotSent(cause)) {
			return new RedisConnectionFailureException(ConnectionFailure.unreachable(server), cause);
		}
		return new NoReplyException(
				"Redis at " + server + " gave no reply; whether the command was executed is unknown", cause);
	}

	private static DataAccessException refused(Throwable cause, RedisServer server) {
		String code = code(cause);
		if (code.equals(MOVED_TOPIC)) {
			return new TopicMovedException("The topic is being moved, or was moved to another number of "
					+ "partitions while this application used the old number. Nothing was done: " + cause.getMessage(),
					cause);
		}
		if (code.equals(CLOSED_PARTITION)) {
			return new PartitionClosedException(
					"A partition of the topic is closed. Nothing was done: " + cause.getMessage(), cause);
		}
		String words = " (Redis at " + server + ": " + words(cause) + ")";
		if (NOT_EXECUTED.contains(code)) {
			return new TransientDataAccessResourceException(notExecuted(cause, server) + words, cause);
		}
		return new RedisSystemException(advice(cause, code, server) + words, cause);
	}

	private static String notExecuted(Throwable cause, RedisServer server) {
		if (!isOfReplica(cause)) {
			return "Redis temporarily does not execute commands and has changed nothing";
		}
		return "Redis is a read-only replica and did not execute the command. " + server.toMaster()
				+ ", unless a failover is in progress";
	}

	private static String advice(Throwable cause, String code, RedisServer server) {
		if (isForbidden(cause)) {
			return "The Redis user lacks a permission. Extend its ACL as docs/stores/redis.md shows; "
					+ "ACL LOG shows what it lacks";
		}
		if (isOfLogin(cause)) {
			return "Redis rejects the user or the password. Set " + server.credentials() + " to valid credentials";
		}
		if (isUnknownCommand(cause)) {
			return "Redis does not know a command that Delay needs, because its configuration renames or disables "
					+ "the command, or a proxy does not support it. Remove the rename-command, "
					+ "or use a server that has EVALSHA, EVAL and the commands that docs/stores/redis.md lists";
		}
		return switch (code) {
			case "OOM" -> "Redis is out of memory and refused the command. Raise its maxmemory or remove data";
			case "MISCONF" -> "Redis cannot write to its disk and refuses changes. Check its log and its disk";
			case "DELAYTAKEN" -> "Another instance has taken over the move of the topic, or has ended it";
			case "WRONGTYPE" ->
				"A key holds a value of an unexpected type. Set delay.namespace to a namespace that only Delay uses";
			default -> "Redis refused the command";
		};
	}

	public static boolean isForbidden(Throwable cause) {
		return cause instanceof RedisCommandExecutionException && ("NOPERM".equals(code(cause))
				|| FORBIDDEN_INSIDE_SCRIPT.matcher(String.valueOf(cause.getMessage())).find());
	}

	public static boolean isUnknownCommand(Throwable cause) {
		return cause instanceof RedisCommandExecutionException && !REFUSED_AT_FIRST.contains(code(cause))
				&& UNKNOWN_COMMAND.matcher(String.valueOf(cause.getMessage())).find();
	}

	// The error message without the arguments of the command.
	public static String words(Throwable cause) {
		return ARGUMENTS.matcher(String.valueOf(cause.getMessage())).replaceFirst("");
	}

	static String code(Throwable cause) {
		String message = String.valueOf(cause.getMessage());
		Matcher insideScript = INSIDE_SCRIPT.matcher(message);
		if (insideScript.find()) {
			return insideScript.group(1);
		}
		int space = message.indexOf(' ');
		return (space < 0) ? message : message.substring(0, space);
	}

}
