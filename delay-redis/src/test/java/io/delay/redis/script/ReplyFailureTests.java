// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.script;

import java.io.IOException;
import java.net.ConnectException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.cluster.PartitionSelectorException;
import io.lettuce.core.cluster.UnknownPartitionException;
import io.lettuce.core.cluster.models.partitions.Partitions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.RedisSystemException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ReplyFailure}, with the words of servers from 6.2 to 7.
 */
class ReplyFailureTests {

	private static final RedisServer SERVER = new RedisServer("redis-1:6379", "spring.data.redis");

	@ParameterizedTest
	@ValueSource(strings = { "LOADING Redis is loading the dataset in memory",
			"READONLY You can't write against a read only replica.", "TRYAGAIN Multiple keys request during rehashing",
			"CLUSTERDOWN The cluster is down", "MASTERDOWN Link with MASTER is down",
			"BUSY Redis is busy running a script", "MOVED 866 127.0.0.1:7001", "ASK 866 127.0.0.1:7001",
			"NOREPLICAS Not enough good replicas to write.",
			"ERR Error running script (call to f_1): @user_script:38: @user_script: 38: -READONLY You can't write" })
	void aCommandThatWasNotExecutedIsRepeatable(String message) {
		RedisCommandExecutionException failure = new RedisCommandExecutionException(message);
		assertThat(ReplyFailure.isRepeatable(failure)).isTrue();
		assertThat(ReplyFailure.translate(failure, SERVER)).isInstanceOf(TransientDataAccessException.class)
			.hasMessageContaining(message);
	}

	@ParameterizedTest
	@ValueSource(strings = { "DELAYMOVED {delay:orders:0}:meta has the layout 1>4;1",
			"OOM command not allowed when used memory > 'maxmemory'.", "MISCONF Errors writing to the AOF file",
			"TRYAGAIN Multiple keys request during rehashing" })
	void anErrorBeforeAnyChangeIsRepeatable(String message) {
		assertThat(ReplyFailure.isNotExecuted(new RedisCommandExecutionException(message))).isTrue();
	}

	@Test
	void anErrorAfterPossibleChangesIsNotRepeatable() {
		assertThat(ReplyFailure.isNotExecuted(new RedisCommandExecutionException("WRONGTYPE Operation against a key")))
			.isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "ERR unknown command 'EVALSHA', with args beginning with: 'ab' '1' 'key' 'payload' ",
			"ERR unknown command `EVALSHA`, with args beginning with: `ab`, `payload`, ",
			"ERR Unknown Redis command called from script script: ab, on @user_script:9.",
			"ERR Unknown command called from script script: on @user_script:9.", "unsupported command 'subscribe'",
			"ERR command 'subscribe' not support for this instance" })
	void theMessageOfAnUnknownCommandHasARemedyAndNoArguments(String message) {
		RedisCommandExecutionException failure = new RedisCommandExecutionException(message);
		assertThat(ReplyFailure.isUnknownCommand(failure)).isTrue();
		assertThat(ReplyFailure.translate(failure, SERVER)).isInstanceOf(RedisSystemException.class)
			.hasMessageContainingAll("Redis does not know a command that Delay needs", "proxy", "redis-1:6379")
			.hasMessageNotContaining("payload");
	}

	@ParameterizedTest
	@ValueSource(strings = { "OOM command not allowed when used memory > 'maxmemory'.",
			"NOPERM this user has no permissions to run the 'evalsha' command", "READONLY You can't write" })
	void otherRefusalsAreNotReportedAsUnknownCommands(String message) {
		assertThat(ReplyFailure.isUnknownCommand(new RedisCommandExecutionException(message))).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "OOM command not allowed when used memory > 'maxmemory'.",
			"MISCONF Errors writing to the AOF file", "WRONGTYPE Operation against a key", "ERR unknown command",
			"ERR Error running script (call to f_1): @user_script:3: WRONGTYPE Operation against a key" })
	void aRefusedCommandIsNotRepeatable(String message) {
		RedisCommandExecutionException failure = new RedisCommandExecutionException(message);
		assertThat(ReplyFailure.isRepeatable(failure)).isFalse();
		assertThat(ReplyFailure.translate(failure, SERVER)).isInstanceOf(RedisSystemException.class)
			.hasMessageContaining(message);
	}

	@ParameterizedTest
	@ValueSource(strings = { "OOM command not allowed when used memory > 'maxmemory'.",
			"ERR Error running script (call to f_1): @user_script:38: @user_script: 38: -OOM command not allowed" })
	void theMessageOfAFullServerHasARemedy(String message) {
		assertThat(ReplyFailure.translate(new RedisCommandExecutionException(message), SERVER))
			.hasMessageContaining("out of memory")
			.hasMessageContaining("maxmemory");
	}

	static Stream<Throwable> failuresToReachANodeOfACluster() {
		return Stream.of(new PartitionSelectorException("Cannot determine a partition for slot 1.", new Partitions()),
				new UnknownPartitionException("Connection to 10.0.0.2:6379 not allowed"),
				new CompletionException(new RedisConnectionException("Unable to connect to 10.0.0.2:6379")),
				new CompletionException(new ConnectException("Connection refused")));
	}

	@ParameterizedTest
	@MethodSource("failuresToReachANodeOfACluster")
	void aCommandThatCouldNotBeSentToANodeIsAConnectionFailure(Throwable failure) {
		assertThat(ReplyFailure.isNotSent(failure)).isTrue();
		assertThat(ReplyFailure.isNotExecuted(failure)).isTrue();
		assertThat(ReplyFailure.isRepeatable(failure)).isFalse();
		assertThat(ReplyFailure.translate(failure, SERVER)).isInstanceOf(RedisConnectionFailureException.class);
	}

	@Test
	void aFailureToConnectIsReportedUnchanged() {
		RedisConnectionFailureException failure = new RedisConnectionFailureException("cannot be reached");
		assertThat(ReplyFailure.isNotExecuted(failure)).isTrue();
		assertThat(ReplyFailure.translate(failure, SERVER)).isSameAs(failure);
	}

	@Test
	void aCommandThatWasRejectedBeforeItWasSentIsAConnectionFailure() {
		assertThat(
				ReplyFailure.translate(new RedisException("Currently not connected. Commands are rejected."), SERVER))
			.isInstanceOf(RedisConnectionFailureException.class);
		assertThat(ReplyFailure.translate(new RedisException("Connection is closed"), SERVER))
			.isInstanceOf(RedisConnectionFailureException.class);
		assertThat(
				ReplyFailure.translate(new RedisException("Request queue size exceeded: 5. Commands are not"), SERVER))
			.isInstanceOf(RedisConnectionFailureException.class);
		assertThat(ReplyFailure.translate(new RedisConnectionException("Unable to connect"), SERVER))
			.isInstanceOf(RedisConnectionFailureException.class);
	}

	@Test
	void theOutcomeOfAllOtherFailuresIsUnknown() {
		assertThat(ReplyFailure.translate(new RedisException("Connection disconnected"), SERVER))
			.isInstanceOf(NoReplyException.class);
		assertThat(ReplyFailure.translate(new CancellationException(), SERVER)).isInstanceOf(NoReplyException.class);
		assertThat(ReplyFailure.translate(new CompletionException(new RedisException("Connection closed")), SERVER))
			.isInstanceOf(NoReplyException.class);
		assertThat(ReplyFailure.translate(new IOException("Connection reset by peer"), SERVER))
			.isInstanceOf(NoReplyException.class);
	}

}
