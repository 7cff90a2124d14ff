// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.delay;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import io.lettuce.core.RedisClient;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootVersion;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;

import io.delay.benchmarks.kit.ArtifactVersion;
import io.delay.benchmarks.kit.JobSystem;
import io.delay.benchmarks.kit.StoreAddress;
import io.delay.job.Job;
import io.delay.template.DelayTemplate;

/**
 * Delay as an application uses it: the template, and listeners that start when the
 * workload has set the number of workers.
 */
final class DelaySystem implements JobSystem {

	/** The property that holds the start parameters of the listener. */
	private final Map<String, Object> listenerProperties = new HashMap<>();

	private final int topics;

	private final ConfigurableApplicationContext context;

	private final DelayTemplate template;

	DelaySystem(StoreAddress store, int topics) {
		this.topics = topics;
		this.context = SpringApplication.run(DelayBenchmark.class, "--spring.data.redis.host=" + store.host(),
				"--spring.data.redis.port=" + store.port());
		this.context.getEnvironment()
			.getPropertySources()
			.addFirst(new MapPropertySource("listener", this.listenerProperties));
		this.template = this.context.getBean(DelayTemplate.class);
	}

	@Override
	public String description() {
		return "Delay with its defaults, Spring Boot " + SpringBootVersion.getVersion() + ", Lettuce "
				+ ArtifactVersion.of(RedisClient.class) + ": @DelayListener, as many workers as asked";
	}

	@Override
	public void submit(String payload, Duration delay) {
		this.template.submit(topic(0), payload, delay);
	}

	@Override
	public void submitAll(List<String> payloads, Duration delay) {
		this.template.submitAll(
				payloads.stream().map((payload) -> Job.to(topic(0)).payload(payload).delay(delay).build()).toList());
	}

	@Override
	public void start(int workers, Consumer<String> handler) {
		this.listenerProperties.put("benchmark.workers", workers);
		for (int i = 0; i < this.topics; i++) {
			this.listenerProperties.put("benchmark.topic", topic(i));
			this.context.getBeanFactory().initializeBean(new BenchmarkListener(handler), "listener-" + i);
		}
	}

	private static String topic(int index) {
		return "jobs-" + index;
	}

	@Override
	public void close() {
		this.context.close();
	}

}
