// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.reserve;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.dao.QueryTimeoutException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link LostTokens}.
 */
@Timeout(20)
class LostTokensTests {

	private final LostTokens tokens = new LostTokens();

	private final List<String> handedBack = new CopyOnWriteArrayList<>();

	private final CountDownLatch reached = new CountDownLatch(1);

	private final CountDownLatch reply = new CountDownLatch(1);

	@Test
	void theTokensAreHandedBackOnce() {
		this.tokens.add("a");
		this.tokens.add("b");
		this.tokens.handBack("c", this.handedBack::addAll);
		this.tokens.handBack("c", this.handedBack::addAll);
		assertThat(this.handedBack).containsExactlyInAnyOrder("a", "b");
	}

	@Test
	void allTokensAreHandedBackInOneCallAndTheirNumberIsLimited() {
		for (int number = 0; number < 2 * LostTokens.MOST; number++) {
			this.tokens.add("token-" + number);
		}
		List<Integer> calls = new ArrayList<>();
		this.tokens.handBack("c", (lost) -> calls.add(lost.size()));
		this.tokens.handBack("c", (lost) -> calls.add(lost.size()));
		assertThat(calls).containsExactly(LostTokens.MOST);
	}

	@Test
	void aTokenWhoseHandBackFailsRemains() {
		this.tokens.add("a");
		assertThatExceptionOfType(QueryTimeoutException.class).isThrownBy(() -> this.tokens.handBack("b", (lost) -> {
			throw new QueryTimeoutException("away");
		}));
		this.tokens.handBack("b", this.handedBack::addAll);
		assertThat(this.handedBack).containsExactly("a");
	}

	@Test
	void aTokenIsNotUsedWhileAnotherThreadHandsItBack() throws Exception {
		this.tokens.add("a");
		CompletableFuture<Void> first = CompletableFuture
			.runAsync(() -> this.tokens.handBack("b", this::handBackSlowly));
		assertThat(this.reached.await(10, TimeUnit.SECONDS)).isTrue();
		CompletableFuture<Void> second = CompletableFuture
			.runAsync(() -> this.tokens.handBack("a", this.handedBack::addAll));
		assertThat(second.copy().orTimeout(100, TimeUnit.MILLISECONDS)).failsWithin(10, TimeUnit.SECONDS);
		this.reply.countDown();
		first.get(10, TimeUnit.SECONDS);
		second.get(10, TimeUnit.SECONDS);
		assertThat(this.handedBack).containsExactly("a");
	}

	@Test
	void aReserveWithAnotherTokenDoesNotWaitForTheReply() throws Exception {
		this.tokens.add("a");
		CompletableFuture<Void> first = CompletableFuture
			.runAsync(() -> this.tokens.handBack("b", this::handBackSlowly));
		assertThat(this.reached.await(10, TimeUnit.SECONDS)).isTrue();
		this.tokens.handBack("c", this.handedBack::addAll);
		assertThat(this.handedBack).isEmpty();
		this.reply.countDown();
		first.get(10, TimeUnit.SECONDS);
	}

	private void handBackSlowly(List<String> lost) {
		this.reached.countDown();
		try {
			assertThat(this.reply.await(10, TimeUnit.SECONDS)).isTrue();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
		this.handedBack.addAll(lost);
	}

}
