// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.request;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link SharedReads}.
 */
class SharedReadsTests {

	private static final Duration KEEP = Duration.ofSeconds(1);

	private static final List<String> KEY = Arrays.asList("topics", null);

	private final AtomicLong nanoTime = new AtomicLong();

	private final AtomicInteger count = new AtomicInteger();

	private final CompletableFuture<Object> second = new CompletableFuture<>();

	private final SharedReads<Object> reads = new SharedReads<>(KEEP, this.nanoTime::get);

	private Object read(List<String> key) {
		return this.reads.get(key, this.count::incrementAndGet);
	}

	@Test
	void resultIsReusedForAWhile() {
		assertThat(read(KEY)).isEqualTo(1);
		this.nanoTime.set(KEEP.toNanos() - 1);
		assertThat(read(KEY)).isEqualTo(1);
		this.nanoTime.set(KEEP.toNanos());
		assertThat(read(KEY)).isEqualTo(2);
	}

	@Test
	void resultIsReusedFromTheEndOfTheRead() {
		long end = 10 * KEEP.toNanos();
		assertThat(this.reads.get(KEY, () -> {
			this.nanoTime.set(end);
			return "slow";
		})).isEqualTo("slow");
		this.nanoTime.set(end + KEEP.toNanos() - 1);
		assertThat(read(KEY)).isEqualTo("slow");
		this.nanoTime.set(end + KEEP.toNanos());
		assertThat(read(KEY)).isEqualTo(1);
	}

	@Test
	void readsWithOtherArgumentsHaveTheirOwnResults() {
		assertThat(read(KEY)).isEqualTo(1);
		assertThat(read(Arrays.asList("topics", "10"))).isEqualTo(2);
		assertThat(read(KEY)).isEqualTo(1);
	}

	@Test
	void aChangeEndsTheReuse() {
		assertThat(read(KEY)).isEqualTo(1);
		this.reads.clear();
		assertThat(read(KEY)).isEqualTo(2);
	}

	@Test
	void aFailureIsNotKept() {
		assertThatIllegalStateException().isThrownBy(() -> this.reads.get(KEY, () -> {
			throw new IllegalStateException("away");
		})).withMessage("away");
		assertThat(read(KEY)).isEqualTo(1);
	}

	@Test
	void readsBeyondTheMaximumAreNotKept() {
		for (int i = 0; i < SharedReads.MAX_RESULTS; i++) {
			read(List.of("topic", "topic-" + i));
		}
		this.count.set(0);
		assertThat(read(KEY)).isEqualTo(1);
		assertThat(read(KEY)).isEqualTo(2);
		this.nanoTime.set(KEEP.toNanos());
		assertThat(read(KEY)).isEqualTo(3);
		assertThat(read(KEY)).isEqualTo(3);
	}

	@Test
	void concurrentCallersShareARead() throws Exception {
		CountDownLatch begun = new CountDownLatch(1);
		CountDownLatch end = new CountDownLatch(1);
		CompletableFuture<Object> first = CompletableFuture.supplyAsync(() -> this.reads.get(KEY, () -> {
			begun.countDown();
			await(end);
			return "first";
		}));
		await(begun);
		this.nanoTime.set(10 * KEEP.toNanos());
		Thread reader = new Thread(() -> this.second.complete(read(KEY)));
		reader.start();
		Awaitility.await().until(() -> reader.getState() == Thread.State.WAITING);
		end.countDown();
		assertThat(first.get(10, TimeUnit.SECONDS)).isEqualTo("first");
		assertThat(this.second.get(10, TimeUnit.SECONDS)).isEqualTo("first");
		assertThat(this.count).hasValue(0);
	}

	@Test
	void aReadThatBeganBeforeAChangeIsNotReusedAfterIt() throws Exception {
		CountDownLatch begun = new CountDownLatch(1);
		CountDownLatch end = new CountDownLatch(1);
		CompletableFuture<Object> first = CompletableFuture.supplyAsync(() -> this.reads.get(KEY, () -> {
			begun.countDown();
			await(end);
			return "before";
		}));
		await(begun);
		this.reads.clear();
		assertThat(read(KEY)).isEqualTo(1);
		end.countDown();
		assertThat(first.get(10, TimeUnit.SECONDS)).isEqualTo("before");
		assertThat(read(KEY)).isEqualTo(1);
	}

	private static void await(CountDownLatch latch) {
		try {
			assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
