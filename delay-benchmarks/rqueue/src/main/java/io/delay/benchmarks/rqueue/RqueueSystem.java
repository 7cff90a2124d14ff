// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.rqueue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import com.github.sonus21.rqueue.annotation.RqueueListener;
import com.github.sonus21.rqueue.core.RqueueEndpointManager;
import com.github.sonus21.rqueue.core.RqueueMessageEnqueuer;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;

import io.delay.benchmarks.kit.ArtifactVersion;
import io.delay.benchmarks.kit.JobSystem;
import io.delay.benchmarks.kit.JobSystemFactory;
import io.delay.benchmarks.kit.StoreAddress;

/**
 * Two applications with Rqueue, one that submits and one that listens, as its
 * documentation recommends, because listeners must exist when an application starts.
 */
final class RqueueSystem implements JobSystem {

	private final StoreAddress store;

	private final List<String> queues;

	private final ConfigurableApplicationContext producer;

	private final RqueueMessageEnqueuer enqueuer;

	private @Nullable ConfigurableApplicationContext consumer;

	RqueueSystem(StoreAddress store, int topics) {
		this.store = store;
		this.queues = IntStream.range(0, topics).mapToObj((topic) -> "benchmark-" + topic).toList();
		this.producer = application().run("--rqueue.system.mode=PRODUCER", "--rqueue.scheduler.enabled=false");
		this.queues.forEach(this.producer.getBean(RqueueEndpointManager.class)::registerQueue);
		this.enqueuer = this.producer.getBean(RqueueMessageEnqueuer.class);
	}

	private SpringApplicationBuilder application() {
		return new SpringApplicationBuilder(RqueueApplication.class).properties(
				"spring.data.redis.host=" + this.store.host(), "spring.data.redis.port=" + this.store.port(),
				"benchmark.topics=" + this.queues.size());
	}

	@Override
	public String description() {
		Environment environment = this.producer.getEnvironment();
		return "Rqueue " + ArtifactVersion.of(RqueueListener.class) + " on Spring Boot "
				+ SpringBootVersion.getVersion() + ": concurrency and batchSize as many as workers, pollingInterval="
				+ environment.getProperty("benchmark.polling-interval") + " ms, due messages moved by "
				+ environment.getProperty("rqueue.scheduler.max.message.count") + " every "
				+ environment.getProperty("rqueue.scheduler.scheduled.message.time.interval")
				+ " ms, nothing kept of handled messages, no statistics, no dashboard";
	}

	@Override
	public void submit(String payload, Duration delay) {
		// Rounded up, because a job must not run early
		long delayMillis = delay.plusNanos(999_999).toMillis();
		if (this.enqueuer.enqueueIn(this.queues.get(0), payload, delayMillis) == null) {
			throw new IllegalStateException("Rqueue could not store a message");
		}
	}

	// Rqueue offers no batches
	@Override
	public void submitAll(List<String> payloads, Duration delay) {
		payloads.forEach((payload) -> submit(payload, delay));
	}

	@Override
	public void start(int workers, Consumer<String> handler) {
		List<String> arguments = new ArrayList<>();
		arguments.add("--benchmark.queues=" + String.join(",", this.queues));
		arguments.add("--benchmark.workers=" + workers);
		String ttr = System.getProperty(JobSystemFactory.TTR_PROPERTY);
		if (ttr != null) {
			arguments.add("--benchmark.visibility-timeout=" + DurationStyle.detectAndParse(ttr).toMillis());
		}
		this.consumer = application()
			.initializers((context) -> context.getBeanFactory()
				.registerSingleton("payloadListener", new PayloadListener(handler)))
			.run(arguments.toArray(String[]::new));
	}

	@Override
	public void close() {
		if (this.consumer != null) {
			this.consumer.close();
		}
		this.producer.close();
	}

}
