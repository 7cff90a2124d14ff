// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.connection;

import java.time.Duration;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisChannelWriter;
import io.lettuce.core.RedisException;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandHandler;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.DefaultEndpoint;
import io.lettuce.core.resource.ClientResources;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests of the commands that wait for their replies when a connection breaks. The options
 * let every version of the driver send them again.
 */
@Tag("versions")
class LostReplyHandlerTests {

	private final ClientOptions options = ClientOptions.create();

	private final ClientResources resources = ClientResources.create();

	private final DefaultEndpoint endpoint = new DefaultEndpoint(this.options, this.resources);

	@AfterEach
	void close() {
		this.resources.shutdown();
	}

	@Test
	void unansweredCommandsFailAndAreNotSentOnTheNextConnection() {
		this.endpoint.setConnectionFacade(new IdleConnection(this.endpoint));
		EmbeddedChannel first = connect();
		AsyncCommand<byte[], byte[], String> one = send();
		AsyncCommand<byte[], byte[], String> other = send();
		assertThat(first.outboundMessages()).hasSize(2);
		first.close();
		assertThat(one).isCompletedExceptionally();
		assertThat(other).isCompletedExceptionally();
		assertThatThrownBy(one::join).hasCauseExactlyInstanceOf(RedisException.class)
			.hasMessageContaining("disconnected");
		EmbeddedChannel second = connect();
		assertThat(second.outboundMessages()).isEmpty();
		send();
		assertThat(second.outboundMessages()).hasSize(1);
		second.close();
	}

	private EmbeddedChannel connect() {
		EmbeddedChannel channel = new EmbeddedChannel(new CommandHandler(this.options, this.resources, this.endpoint));
		LostReplyHandler.addTo(channel.pipeline());
		return channel;
	}

	private AsyncCommand<byte[], byte[], String> send() {
		AsyncCommand<byte[], byte[], String> command = new AsyncCommand<>(
				new Command<>(CommandType.PING, new StatusOutput<>(ByteArrayCodec.INSTANCE)));
		this.endpoint.write(command);
		return command;
	}

	/**
	 * Sends nothing when it is established.
	 */
	private static final class IdleConnection extends RedisChannelHandler<byte[], byte[]> {

		IdleConnection(RedisChannelWriter writer) {
			super(writer, Duration.ZERO);
		}

	}

}
