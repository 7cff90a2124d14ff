// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.dbscheduler;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerBuilder;
import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.TaskDescriptor;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariDataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;

import io.delay.benchmarks.kit.ArtifactVersion;
import io.delay.benchmarks.kit.JobSystem;
import io.delay.benchmarks.kit.JobSystemFactory;
import io.delay.benchmarks.kit.database.BusinessTransactions;
import io.delay.benchmarks.kit.database.DatabaseCpu;

/**
 * Uses a one-time task for each topic, with the payload as its data.
 */
final class DbSchedulerSystem implements JobSystem {

	private static final Duration POLLING_INTERVAL = Duration.ofMillis(100);

	// The minimum that db-scheduler allows
	private static final int MISSED_HEARTBEATS = 4;

	private static final Duration SHUTDOWN_MAX_WAIT = Duration.ofSeconds(2);

	private final HikariDataSource dataSource;

	private final Database database;

	private final List<TaskDescriptor<String>> topics;

	// Unique among the processes on one database
	private final String idPrefix = ProcessHandle.current().pid() + "-";

	private final AtomicLong ids = new AtomicLong();

	private volatile SchedulerClient client;

	private final BusinessTransactions transactions;

	/** Takes part in transactions, as with the starter of db-scheduler. */
	private final SchedulerClient joiningClient;

	private final DatabaseCpu cpu;

	private @Nullable Scheduler scheduler;

	DbSchedulerSystem(HikariDataSource dataSource, Database database, int topics) {
		this.dataSource = dataSource;
		this.database = database;
		this.topics = IntStream.range(0, topics)
			.mapToObj((topic) -> TaskDescriptor.of("benchmark-" + topic, String.class))
			.toList();
		this.client = SchedulerClient.Builder.create(dataSource).build();
		this.transactions = new BusinessTransactions(dataSource);
		this.joiningClient = SchedulerClient.Builder.create(new TransactionAwareDataSourceProxy(dataSource)).build();
		this.cpu = DatabaseCpu.of(dataSource);
	}

	@Override
	public String description() {
		return "db-scheduler " + ArtifactVersion.of(Scheduler.class) + " on " + this.database
				+ ": one-time tasks, batches by scheduleBatch(), a thread per worker, " + this.database.settings()
				+ ", pollingInterval=" + POLLING_INTERVAL.toMillis() + " ms, enableImmediateExecution, HikariCP with "
				+ this.dataSource.getMaximumPoolSize() + " connections";
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
		this.client.scheduleIfNotExists(instance(payload), Instant.now().plus(delay));
	}

	@Override
	public void submitInTransaction(String payload, Duration delay) {
		this.transactions.run(payload,
				() -> this.joiningClient.scheduleIfNotExists(instance(payload), Instant.now().plus(delay)));
	}

	@Override
	public void insertInTransaction(String payload) {
		this.transactions.run(payload);
	}

	@Override
	public void submitAll(List<String> payloads, Duration delay) {
		List<TaskInstance<?>> instances = new ArrayList<>(payloads.size());
		payloads.forEach((payload) -> instances.add(instance(payload)));
		this.client.scheduleBatch(instances, Instant.now().plus(delay));
	}

	private TaskInstance<String> instance(String payload) {
		return this.topics.get(0).instance(this.idPrefix + this.ids.incrementAndGet()).data(payload).build();
	}

	@Override
	public void start(int workers, Consumer<String> handler) {
		List<Task<?>> tasks = new ArrayList<>();
		this.topics.forEach((topic) -> tasks
			.add(Tasks.oneTime(topic).execute((instance, context) -> handler.accept(instance.getData()))));
		SchedulerBuilder builder = this.database.poll(Scheduler.create(this.dataSource, tasks))
			.threads(workers)
			.pollingInterval(POLLING_INTERVAL)
			.shutdownMaxWait(SHUTDOWN_MAX_WAIT)
			.enableImmediateExecution();
		String ttr = System.getProperty(JobSystemFactory.TTR_PROPERTY);
		if (ttr != null) {
			builder.heartbeatInterval(Duration.parse("PT" + ttr).dividedBy(MISSED_HEARTBEATS))
				.missedHeartbeatsLimit(MISSED_HEARTBEATS);
		}
		Scheduler scheduler = builder.build();
		this.scheduler = scheduler;
		this.client = scheduler;
		scheduler.start();
	}

	@Override
	public void close() {
		if (this.scheduler != null) {
			this.scheduler.stop();
		}
		this.dataSource.close();
	}

}
