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

package io.delay.redis.replication;

import java.time.Duration;
import java.util.List;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.RedisCommand;
import io.lettuce.core.protocol.TracedCommand;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Which scripts a WAIT confirms. The driver writes each command by itself, and writes it
 * once more if its connection breaks just then: on the next one, and not always in the
 * same order.
 */
class WaitCommandTests {

	private static final List<Object> REPLY = List.of(0L);

	private final EmbeddedChannel first = new EmbeddedChannel(new WriteNotifyingHandler());

	private final EmbeddedChannel second = new EmbeddedChannel(new WriteNotifyingHandler());

	private final ReplicatedScriptCommand script = script();

	private final ReplicatedScriptCommand behind = script();

	private final WaitCommand wait = new WaitCommand(2, Duration.ofSeconds(1), List.of(this.script, this.behind));

	@Test
	void confirmsScriptsThatWentOutBeforeItOnTheSameConnection() {
		write(this.first, this.script, this.behind, this.wait);
		assertThat(this.script.confirmed()).isNotDone();
		succeed();
		assertThat(this.script.confirmed()).isCompletedWithValue(REPLY);
		assertThat(this.behind.confirmed()).isCompletedWithValue(REPLY);
	}

	@Test
	void confirmsScriptsThatWentOutInOneGoAndAreTraced() {
		this.first.writeOutbound(List.of(new TracedCommand<>(this.script, null), this.behind, this.wait));
		succeed();
		assertThat(this.script.confirmed()).isCompletedWithValue(REPLY);
	}

	@Test
	void confirmsNothingOnTheNextConnection() {
		write(this.first, this.script, this.behind);
		write(this.second, this.wait);
		succeed();
		checkUnconfirmed(this.script, "connection broke");
		checkUnconfirmed(this.behind, "connection broke");
	}

	@Test
	void confirmsNothingWhenItIsWrittenOnceMore() {
		write(this.first, this.script, this.behind, this.wait);
		write(this.second, this.wait);
		succeed();
		checkUnconfirmed(this.script, "connection broke");
	}

	@Test
	void confirmsNoScriptThatIsWrittenOnceMoreBehindIt() {
		write(this.first, this.script, this.behind, this.wait);
		write(this.second, this.behind, this.wait, this.script);
		succeed();
		checkUnconfirmed(this.script, "connection broke");
		assertThat(this.behind.confirmed()).isCompletedWithValue(REPLY);
	}

	@Test
	void confirmsScriptsThatWereAllWrittenOnceMoreInOrder() {
		write(this.first, this.script, this.behind, this.wait);
		write(this.second, this.script, this.behind, this.wait);
		succeed();
		assertThat(this.script.confirmed()).isCompletedWithValue(REPLY);
	}

	@Test
	void confirmsNoScriptWithoutReply() {
		write(this.first, this.script, this.behind, this.wait);
		this.behind.complete(REPLY);
		this.wait.tell(2L, null);
		checkUnconfirmed(this.script, "connection broke");
	}

	@Test
	void tellsHowManyReplicasThereWere() {
		write(this.first, this.script, this.behind, this.wait);
		this.script.complete(REPLY);
		this.wait.tell(1L, null);
		checkUnconfirmed(this.script, "1 of 2 replicas");
	}

	@Test
	void tellsWhyItWasRefused() {
		write(this.first, this.script, this.behind, this.wait);
		this.script.complete(REPLY);
		this.wait.tell(null, new RedisCommandExecutionException("NOPERM this user has no permissions"));
		checkUnconfirmed(this.script, "WAIT for them failed: NOPERM");
	}

	@Test
	void leavesScriptItsOwnFailure() {
		write(this.first, this.script, this.behind, this.wait);
		IllegalStateException failure = new IllegalStateException("not sent");
		this.script.completeExceptionally(failure);
		this.wait.tell(0L, null);
		assertThatExceptionOfType(Exception.class).isThrownBy(() -> this.script.confirmed().get())
			.havingCause()
			.isSameAs(failure);
	}

	private void succeed() {
		this.script.complete(REPLY);
		this.behind.complete(REPLY);
		this.wait.tell(2L, null);
	}

	private static void checkUnconfirmed(ReplicatedScriptCommand script, String message) {
		assertThatExceptionOfType(Exception.class).isThrownBy(() -> script.confirmed().get())
			.havingCause()
			.isInstanceOf(NotReplicatedException.class)
			.withMessageContaining(message);
	}

	private static void write(EmbeddedChannel channel, RedisCommand<?, ?, ?>... commands) {
		for (RedisCommand<?, ?, ?> command : commands) {
			channel.writeOutbound(command);
		}
	}

	private static ReplicatedScriptCommand script() {
		return ReplicatedScriptCommand
			.of(new Command<>(CommandType.EVALSHA, new NestedMultiOutput<>(ByteArrayCodec.INSTANCE), null));
	}

}
