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
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests of which scripts a WAIT confirms.
 */
class WaitCommandTests {

	private static final List<Object> REPLY = List.of(0L);

	private final ReplicatedScriptCommand script = script();

	private final ReplicatedScriptCommand behind = script();

	private final WaitCommand wait = new WaitCommand(2, Duration.ofSeconds(1), List.of(this.script, this.behind),
			() -> this.ends++);

	private int ends;

	@Test
	void isWrittenBehindItsScripts() {
		assertThat(this.wait.withScripts()).containsExactly(this.script, this.behind, this.wait);
	}

	@Test
	void confirmsScriptsThatWereAnsweredBeforeIt() {
		this.script.complete(REPLY);
		assertThat(this.script.confirmed()).isNotDone();
		succeed();
		assertThat(this.script.confirmed()).isCompletedWithValue(REPLY);
		assertThat(this.behind.confirmed()).isCompletedWithValue(REPLY);
	}

	@Test
	void confirmsNothingOnceItsConnectionBroke() {
		this.script.complete(REPLY);
		this.wait.disconnected();
		succeed();
		checkUnconfirmed(this.script, "connection broke");
		checkUnconfirmed(this.behind, "connection broke");
	}

	@Test
	void leavesNoScriptToBeSentOnceMoreWhenItsConnectionBroke() {
		this.wait.disconnected();
		assertThat(this.script).isCancelled();
	}

	@Test
	void confirmsNoScriptWithoutReply() {
		this.behind.complete(REPLY);
		this.wait.complete(2L);
		checkUnconfirmed(this.script, "no reply to the script");
		assertThat(this.behind.confirmed()).isCompletedWithValue(REPLY);
	}

	@Test
	void tellsHowManyReplicasThereWere() {
		this.script.complete(REPLY);
		this.wait.complete(1L);
		checkUnconfirmed(this.script, "1 of 2 replicas");
	}

	@Test
	void tellsWhyItWasRefused() {
		this.script.complete(REPLY);
		this.wait.completeExceptionally(new RedisCommandExecutionException("NOPERM this user has no permissions"));
		checkUnconfirmed(this.script, "WAIT for them failed: NOPERM");
	}

	@Test
	void endsOnceIfItCannotBeSent() {
		IllegalStateException failure = new IllegalStateException("not sent");
		this.wait.fail(failure);
		this.wait.disconnected();
		assertThat(this.ends).isOne();
		for (ReplicatedScriptCommand unsent : List.of(this.script, this.behind)) {
			assertThatExceptionOfType(Exception.class).isThrownBy(() -> unsent.confirmed().get())
				.havingCause()
				.isSameAs(failure);
		}
	}

	@Test
	void leavesScriptItsOwnFailure() {
		IllegalStateException failure = new IllegalStateException("not sent");
		this.script.completeExceptionally(failure);
		this.wait.complete(0L);
		assertThatExceptionOfType(Exception.class).isThrownBy(() -> this.script.confirmed().get())
			.havingCause()
			.isSameAs(failure);
	}

	@Test
	void leavesNoScriptToBeSentThatItsCallerGaveUp() {
		this.script.confirmed().cancel(true);
		assertThat(this.script).isCancelled();
	}

	private void succeed() {
		this.script.complete(REPLY);
		this.behind.complete(REPLY);
		this.wait.complete(2L);
	}

	private static void checkUnconfirmed(ReplicatedScriptCommand script, String message) {
		assertThatExceptionOfType(Exception.class).isThrownBy(() -> script.confirmed().get())
			.havingCause()
			.isInstanceOf(NotReplicatedException.class)
			.withMessageContaining(message);
	}

	private static ReplicatedScriptCommand script() {
		return ReplicatedScriptCommand
			.of(new Command<>(CommandType.EVALSHA, new NestedMultiOutput<>(ByteArrayCodec.INSTANCE), null));
	}

}
