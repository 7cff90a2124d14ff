// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.connection;

import java.io.IOException;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;

import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.cluster.PartitionSelectorException;
import io.lettuce.core.cluster.models.partitions.Partitions;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandType;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A connection is closed only for failures that can mix up its replies.
 */
@Tag("versions")
class ReplyDesyncHandlerTests {

	private final EmbeddedChannel channel = new EmbeddedChannel(new ReplyDesyncHandler());

	@AfterEach
	void close() {
		this.channel.close();
	}

	static Stream<Throwable> failuresWhileReading() {
		return Stream.of(new OutOfMemoryError("for a test"), new IllegalStateException("for a test"));
	}

	@ParameterizedTest
	@MethodSource("failuresWhileReading")
	void aConnectionWhoseReaderFailedIsClosed(Throwable failure) {
		write().completeExceptionally(failure);
		assertThat(this.channel.isOpen()).isFalse();
	}

	static Stream<Throwable> failuresOfAnotherConnection() {
		return Stream.of(new RedisConnectionException("Unable to connect to 10.0.0.2:6379"),
				new CompletionException(new RedisConnectionException("Unable to connect to 10.0.0.2:6379")),
				new RedisException("Currently not connected. Commands are rejected."),
				new PartitionSelectorException("Cannot determine a partition for slot 1.", new Partitions()),
				new IOException("Connection reset by peer"));
	}

	// Its reply here was a redirection
	@ParameterizedTest
	@MethodSource("failuresOfAnotherConnection")
	void aConnectionStaysOpenIfTheClusterRedirectsToAnUnreachableNode(Throwable failure) {
		write().completeExceptionally(failure);
		assertThat(this.channel.isOpen()).isTrue();
	}

	@Test
	void aBrokenConnectionIsClosed() {
		write();
		this.channel.pipeline().fireExceptionCaught(new IOException("Connection reset by peer"));
		assertThat(this.channel.isOpen()).isFalse();
	}

	private AsyncCommand<byte[], byte[], String> write() {
		AsyncCommand<byte[], byte[], String> command = new AsyncCommand<>(
				new Command<>(CommandType.PING, new StatusOutput<>(ByteArrayCodec.INSTANCE)));
		this.channel.writeOutbound(command);
		return command;
	}

}
