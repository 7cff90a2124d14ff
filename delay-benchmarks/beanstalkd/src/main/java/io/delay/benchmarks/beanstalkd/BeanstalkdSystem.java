// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.beanstalkd;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import io.delay.benchmarks.kit.JobSystem;
import io.delay.benchmarks.kit.JobSystemFactory;
import io.delay.benchmarks.kit.StoreAddress;

/**
 * Uses a tube for each topic, a connection for each thread that submits, and a connection
 * with a thread for each worker.
 */
final class BeanstalkdSystem implements JobSystem {

	/** beanstalkd has no default; this is the one of Delay. */
	private static final String DEFAULT_TTR = "60s";

	private final StoreAddress store;

	private final List<String> tubes;

	private final Duration ttr;

	private final Queue<BeanstalkdClient> clients = new ConcurrentLinkedQueue<>();

	private final ThreadLocal<BeanstalkdClient> producers = ThreadLocal.withInitial(this::createProducer);

	BeanstalkdSystem(StoreAddress store, int topics) {
		this.store = store;
		this.tubes = IntStream.range(0, topics).mapToObj((topic) -> "benchmark-" + topic).toList();
		this.ttr = Duration.parse("PT" + System.getProperty(JobSystemFactory.TTR_PROPERTY, DEFAULT_TTR));
	}

	@Override
	public String description() {
		return "beanstalkd " + stats().getOrDefault("version", "?")
				+ ": a connection per thread, delays rounded up to whole seconds, batches by puts sent at once,"
				+ " delete and the next reserve sent at once, TTR " + this.ttr.toSeconds() + " s";
	}

	@Override
	public boolean usesRedis() {
		return false;
	}

	@Override
	public double storeCpuSeconds() {
		Map<String, String> stats = stats();
		return Double.parseDouble(stats.getOrDefault("rusage-utime", "NaN"))
				+ Double.parseDouble(stats.getOrDefault("rusage-stime", "NaN"));
	}

	private Map<String, String> stats() {
		return this.producers.get().stats();
	}

	@Override
	public void submit(String payload, Duration delay) {
		this.producers.get().put(bytes(payload), delay, this.ttr);
	}

	@Override
	public void submitAll(List<String> payloads, Duration delay) {
		this.producers.get().putAll(payloads.stream().map(BeanstalkdSystem::bytes).toList(), delay, this.ttr);
	}

	private static byte[] bytes(String payload) {
		return payload.getBytes(StandardCharsets.UTF_8);
	}

	@Override
	public void start(int workers, Consumer<String> handler) {
		for (int i = 0; i < workers; i++) {
			BeanstalkdClient client = connect();
			this.tubes.forEach(client::watch);
			Thread worker = new Thread(new BeanstalkdWorker(client, handler), "beanstalkd-worker-" + i);
			worker.setDaemon(true);
			worker.start();
		}
	}

	private BeanstalkdClient createProducer() {
		BeanstalkdClient client = connect();
		client.use(this.tubes.get(0));
		return client;
	}

	private BeanstalkdClient connect() {
		BeanstalkdClient client = new BeanstalkdClient(this.store.host(), this.store.port());
		this.clients.add(client);
		return client;
	}

	@Override
	public void close() {
		this.clients.forEach(BeanstalkdClient::close);
	}

}
