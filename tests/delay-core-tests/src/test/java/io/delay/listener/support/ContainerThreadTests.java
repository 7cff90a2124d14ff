// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.support;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import ch.qos.logback.classic.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.delay.listener.RecordedLog;
import io.delay.listener.UnreadableException;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(10)
class ContainerThreadTests {

	@Test
	void threadContinuesWhateverARoundThrows() throws Exception {
		AtomicInteger rounds = new AtomicInteger();
		ContainerThread thread = new ContainerThread("tested", true, () -> {
			Thread.currentThread().interrupt();
			if (rounds.incrementAndGet() == 1) {
				throw new OutOfMemoryError("for a test");
			}
			throw new UnreadableException();
		}, () -> rounds.get() == 3, (failure) -> {
		});
		long start = System.nanoTime();
		thread.start(null);
		assertThat(thread.awaitEnd(Duration.ofSeconds(5))).isTrue();
		assertThat(rounds).hasValue(3);
		// it pauses although it is interrupted
		assertThat(System.nanoTime() - start).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(250));
	}

	@Test
	void pauseThatFailsDoesNotEndTheThread() throws Exception {
		AtomicInteger rounds = new AtomicInteger();
		ContainerThread thread = new ContainerThread("tested", true, () -> {
			rounds.incrementAndGet();
			throw new OutOfMemoryError("for a test");
		}, () -> rounds.get() == 3, (failure) -> {
		}, () -> {
			throw new OutOfMemoryError("for a test, too");
		});
		thread.start(null);
		assertThat(thread.awaitEnd(Duration.ofSeconds(5))).isTrue();
		assertThat(rounds).hasValue(3);
	}

	@Test
	void unexpectedEndIsLoggedAsAnErrorAndReported() throws Exception {
		AtomicReference<Throwable> received = new AtomicReference<>();
		ContainerThread thread = new ContainerThread("tested", true, () -> {
		}, () -> {
			throw new IllegalStateException("must not throw");
		}, received::set);
		try (RecordedLog log = new RecordedLog(ContainerThread.class)) {
			thread.start(null);
			assertThat(thread.awaitEnd(Duration.ofSeconds(5))).isTrue();
			assertThat(log.messages(Level.ERROR)).singleElement().asString().contains("'tested' has ended");
		}
		assertThat(thread.isAlive()).isFalse();
		assertThat(received.get()).hasMessage("must not throw");
	}

	@Test
	void daemonStatusIsNotInherited() throws Exception {
		AtomicBoolean daemon = new AtomicBoolean(true);
		CountDownLatch done = new CountDownLatch(1);
		Thread starter = new Thread(() -> new ContainerThread("tested", false, () -> {
			daemon.set(Thread.currentThread().isDaemon());
			done.countDown();
		}, () -> done.getCount() == 0, (failure) -> {
		}).start(null));
		starter.setDaemon(true);
		starter.start();
		assertThat(done.await(5, TimeUnit.SECONDS)).isTrue();
		assertThat(daemon).isFalse();
	}

}
