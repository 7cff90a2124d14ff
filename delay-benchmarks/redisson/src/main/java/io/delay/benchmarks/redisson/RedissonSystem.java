// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.redisson;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import org.redisson.Redisson;
import org.redisson.api.RBlockingQueue;
import org.redisson.api.RDelayedQueue;
import org.redisson.api.RFuture;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

import io.delay.benchmarks.kit.ArtifactVersion;
import io.delay.benchmarks.kit.JobSystem;

/**
 * Uses a delayed queue for each topic, which Redisson transfers to a blocking queue, from
 * which threads take jobs. {@code RReliableQueue}, which Redisson names as its successor,
 * is not in the free edition.
 */
@SuppressWarnings("deprecation")
final class RedissonSystem implements JobSystem {

	private static final int MAX_IN_FLIGHT = 500;

	private final RedissonClient redisson;

	private final List<RBlockingQueue<String>> queues;

	private final List<RDelayedQueue<String>> delayedQueues;

	private final List<Thread> workers = new ArrayList<>();

	RedissonSystem(RedissonClient redisson, int topics) {
		this.redisson = redisson;
		this.queues = IntStream.range(0, topics)
			.mapToObj((topic) -> redisson.<String>getBlockingQueue("benchmark-" + topic))
			.toList();
		this.delayedQueues = this.queues.stream().map(redisson::getDelayedQueue).toList();
	}

	@Override
	public String description() {
		Config config = this.redisson.getConfig();
		return "Redisson " + ArtifactVersion.of(Redisson.class)
				+ ": RDelayedQueue, each worker a thread in take(), batches by up to " + MAX_IN_FLIGHT
				+ " offerAsync() at once, StringCodec, connectionPoolSize="
				+ config.useSingleServer().getConnectionPoolSize() + ", threads=" + config.getThreads()
				+ ", nettyThreads=" + config.getNettyThreads();
	}

	@Override
	public void submit(String payload, Duration delay) {
		this.delayedQueues.get(0).offer(payload, millis(delay), TimeUnit.MILLISECONDS);
	}

	// RBatch offers no delayed queue
	@Override
	public void submitAll(List<String> payloads, Duration delay) {
		for (int from = 0; from < payloads.size(); from += MAX_IN_FLIGHT) {
			List<String> part = payloads.subList(from, Math.min(from + MAX_IN_FLIGHT, payloads.size()));
			List<RFuture<Void>> replies = part.stream().map((payload) -> offer(payload, delay)).toList();
			replies.forEach((reply) -> reply.toCompletableFuture().join());
		}
	}

	private RFuture<Void> offer(String payload, Duration delay) {
		return this.delayedQueues.get(0).offerAsync(payload, millis(delay), TimeUnit.MILLISECONDS);
	}

	// Rounded up, because a job must not run early
	private static long millis(Duration delay) {
		return delay.plusNanos(999_999).toMillis();
	}

	@Override
	public void start(int workers, Consumer<String> handler) {
		for (RBlockingQueue<String> queue : this.queues) {
			for (int i = 0; i < workers; i++) {
				Thread worker = new Thread(() -> consume(queue, handler), queue.getName() + "-" + i);
				this.workers.add(worker);
				worker.start();
			}
		}
	}

	private void consume(RBlockingQueue<String> queue, Consumer<String> handler) {
		try {
			while (!Thread.currentThread().isInterrupted()) {
				handler.accept(queue.take());
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@Override
	public void close() {
		this.workers.forEach(Thread::interrupt);
		this.delayedQueues.forEach(RDelayedQueue::destroy);
		this.redisson.shutdown(0, 5, TimeUnit.SECONDS);
	}

}
