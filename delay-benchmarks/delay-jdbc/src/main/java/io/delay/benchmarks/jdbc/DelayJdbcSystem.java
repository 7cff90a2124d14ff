// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.jdbc;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

import javax.sql.DataSource;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootVersion;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;

import io.delay.benchmarks.kit.JobSystem;
import io.delay.benchmarks.kit.StoreAddress;
import io.delay.benchmarks.kit.database.BusinessTransactions;
import io.delay.benchmarks.kit.database.DatabaseCpu;
import io.delay.job.Job;
import io.delay.template.DelayTemplate;

/**
 * Delay as an application uses it: the template, and listeners that start when the
 * workload has set the number of workers.
 */
final class DelayJdbcSystem implements JobSystem {

	/** As many as in the other systems on a database. */
	private static final int CONNECTIONS = 20;

	/** The property that holds the start parameters of the listener. */
	private final Map<String, Object> listenerProperties = new HashMap<>();

	private final int topics;

	private final ConfigurableApplicationContext context;

	private final DelayTemplate template;

	private final BusinessTransactions transactions;

	private final DatabaseCpu cpu;

	DelayJdbcSystem(StoreAddress store, int topics) {
		this.topics = topics;
		this.context = SpringApplication.run(DelayJdbcBenchmark.class,
				"--spring.datasource.url=" + Objects.requireNonNull(store.jdbcUrl(), "'jdbc-url' is missing"),
				"--spring.datasource.hikari.maximum-pool-size=" + CONNECTIONS, "--delay.jdbc.initialize-schema=always");
		this.context.getEnvironment()
			.getPropertySources()
			.addFirst(new MapPropertySource("listener", this.listenerProperties));
		this.template = this.context.getBean(DelayTemplate.class);
		this.transactions = new BusinessTransactions(dataSource());
		this.cpu = DatabaseCpu.of(dataSource());
	}

	DataSource dataSource() {
		return this.context.getBean(DataSource.class);
	}

	@Override
	public String description() {
		return "Delay with its defaults, Spring Boot " + SpringBootVersion.getVersion() + ", HikariCP with "
				+ CONNECTIONS + " connections: @DelayListener, as many workers as asked";
	}

	@Override
	public boolean usesRedis() {
		return false;
	}

	@Override
	public double storeCpuSeconds() {
		return this.cpu.seconds();
	}

	@Override
	public void submit(String payload, Duration delay) {
		this.template.submit(topic(0), payload, delay);
	}

	@Override
	public void submitInTransaction(String payload, Duration delay) {
		this.transactions.run(payload, () -> submit(payload, delay));
	}

	@Override
	public void insertInTransaction(String payload) {
		this.transactions.run(payload);
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
