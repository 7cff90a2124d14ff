// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store.admin;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Forgets a topic in several rounds, while several threads use it. The topic is empty
 * when a round starts, and each thread leaves it empty.
 */
final class ForgetRace {

	private static final int MAX_ROUNDS = 2_000;

	/** The number of different moments in a round at which the threads start. */
	private static final int OFFSETS = 12;

	private static final Duration LONGEST_ROUND = Duration.ofSeconds(30);

	private final int users;

	private final Runnable look;

	private final Consumer<String> use;

	private final BooleanSupplier forget;

	/** Separates the rounds and is terminated at the end of the race. */
	private final Phaser round;

	/**
	 * Create a race.
	 * @param users the number of threads that use the topic
	 * @param look makes a call that changes nothing
	 * @param use uses the topic in a round, with a job of the given id
	 * @param forget forgets the topic, and returns whether that was possible
	 */
	ForgetRace(int users, Runnable look, Consumer<String> use, BooleanSupplier forget) {
		this.users = users;
		this.look = look;
		this.use = use;
		this.forget = forget;
		this.round = new Phaser(users + 1);
	}

	/**
	 * Run rounds until the topic was forgotten often enough.
	 * @param forgets the number of times to forget the topic
	 * @return the number of times it was forgotten
	 * @throws Exception if a thread that used the topic has failed
	 */
	int run(int forgets) throws Exception {
		ExecutorService threads = Executors.newFixedThreadPool(this.users);
		try {
			List<CompletableFuture<Void>> running = IntStream.range(0, this.users)
				.mapToObj((i) -> CompletableFuture.runAsync(() -> useInRounds("job-" + i + "-"), threads))
				.toList();
			int forgotten = 0;
			for (int i = 0; forgotten < forgets && i < MAX_ROUNDS && awaitOthers(); i++) {
				forgotten += this.forget.getAsBoolean() ? 1 : 0;
				awaitOthers();
			}
			this.round.forceTermination();
			for (CompletableFuture<Void> thread : running) {
				thread.get(LONGEST_ROUND.toSeconds(), TimeUnit.SECONDS);
			}
			return forgotten;
		}
		finally {
			threads.shutdownNow();
		}
	}

	private void useInRounds(String prefix) {
		try {
			for (int i = 0; awaitOthers(); i++) {
				lookSeveralTimes(i % OFFSETS);
				this.use.accept(prefix + i);
				awaitOthers();
			}
		}
		catch (Throwable ex) {
			this.round.forceTermination();
			throw ex;
		}
	}

	// A forget consists of several calls to the store. In each round, a thread begins
	// with a different number of other calls, so that each call of the forget coincides
	// with a use in some round, regardless of the speed of the machine
	private void lookSeveralTimes(int times) {
		for (int i = 0; i < times; i++) {
			this.look.run();
		}
	}

	/**
	 * Wait for the start or the end of a round.
	 * @return {@code false} if the race has ended, or if another thread takes too long
	 */
	private boolean awaitOthers() {
		try {
			return this.round.awaitAdvanceInterruptibly(this.round.arrive(), LONGEST_ROUND.toSeconds(),
					TimeUnit.SECONDS) >= 0;
		}
		catch (TimeoutException ex) {
			this.round.forceTermination();
			return false;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

}
