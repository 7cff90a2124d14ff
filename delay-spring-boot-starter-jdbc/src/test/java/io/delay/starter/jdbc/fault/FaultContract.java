// SPDX-License-Identifier: Apache-2.0

package io.delay.starter.jdbc.fault;

import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.Test;
import org.springframework.context.ApplicationContext;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.transaction.support.TransactionTemplate;

import io.delay.admin.DelayAdmin;
import io.delay.job.ConflictPolicy;
import io.delay.job.Job;
import io.delay.job.JobState;
import io.delay.store.admin.JobStoreInspector;
import io.delay.template.DelayTemplate;
import io.delay.test.net.TcpProxy;
import io.delay.test.store.StoreAudit;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Faults of a database and of the connections to it.
 */
abstract class FaultContract extends ConnectionFaultContract {

	private static final Duration WRITING = Duration.ofSeconds(4);

	private static final int HOT_IDS = 10;

	@Test
	void theServerIsStoppedAndStarted() {
		instances().run(name("stopped for 1.5 s and started"), (application) -> {
			long longest = 0;
			for (int i = 0; i < REPETITIONS; i++) {
				long start = System.nanoTime();
				server().stop();
				Load.pause(1500);
				server().start();
				longest = Math.max(longest, System.nanoTime() - start);
				Load.pause(2000);
			}
			System.out.println(name("longest outage ") + longest / 1_000_000 + " ms");
			return REPETITIONS;
		});
	}

	@Test
	void theServerStopsReplying() {
		try (TcpProxy proxy = new TcpProxy(server().port())) {
			new Instances(server().url(proxy.port()), append(settings(), "delay.jdbc.timeout=1s"))
				.run(name("no replies for 3 s"), (application) -> {
					for (int i = 0; i < REPETITIONS; i++) {
						proxy.answers().close();
						Load.pause(3000);
						proxy.answers().open();
						Load.pause(1500);
					}
					return REPETITIONS;
				});
		}
	}

	@Test
	void writersDeadlock() {
		AtomicInteger deadlocks = new AtomicInteger();
		// PostgreSQL needs a second to notice a deadlock, and transactions wait for
		// several
		String[] settings = append(settings(), "delay.jdbc.timeout=60s");
		new Instances(server().url(server().port()), settings).run(name("deadlocks"), (application) -> {
			List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
			List<Thread> writers = new ArrayList<>();
			for (int i = 0; i < 6; i++) {
				boolean isJoining = i < 4;
				boolean isAscending = i % 2 == 0;
				Thread writer = new Thread(() -> write(application, isJoining, isAscending, deadlocks), "writer-" + i);
				writer.setUncaughtExceptionHandler((thread, failure) -> failures.add(failure));
				writer.start();
				writers.add(writer);
			}
			for (Thread writer : writers) {
				writer.join(Duration.ofSeconds(60).toMillis());
				assertThat(writer.isAlive()).isFalse();
			}
			assertThat(failures).isEmpty();
			assertThat(deadlocks).hasPositiveValue();
			assertThat(application.getBean(DelayAdmin.class).topics().status("hot").count(JobState.DELAYED))
				.isEqualTo(HOT_IDS);
			assertThat(StoreAudit.of(application.getBean(JobStoreInspector.class), "hot").findings()).isEmpty();
			application.getBean(DelayAdmin.class).bulk().purge("hot", JobState.DELAYED);
			return deadlocks.get();
		});
	}

	// Only transactions of callers may fail
	private static void write(ApplicationContext application, boolean isJoining, boolean isAscending,
			AtomicInteger deadlocks) {
		DelayTemplate template = application.getBean(DelayTemplate.class);
		TransactionTemplate transaction = application.getBean(TransactionTemplate.class);
		List<Job> jobs = new ArrayList<>(IntStream.range(0, HOT_IDS)
			.mapToObj((i) -> Job.to("hot")
				.id("hot-" + i)
				.payload("x")
				.delay(Duration.ofHours(1))
				.onConflict(ConflictPolicy.REPLACE)
				.build())
			.toList());
		if (!isAscending) {
			Collections.reverse(jobs);
		}
		long end = System.nanoTime() + WRITING.toNanos();
		while (System.nanoTime() < end) {
			try {
				if (isJoining) {
					transaction.executeWithoutResult((status) -> jobs.forEach(template::submit));
				}
				else {
					template.submitAll(jobs);
				}
			}
			catch (PessimisticLockingFailureException ex) {
				assertThat(isJoining).as("a transaction of the store failed: %s", ex).isTrue();
				deadlocks.incrementAndGet();
			}
		}
	}

	@Test
	void thePoolIsExhausted() {
		new Instances(server().url(server().port()), append(settings(), "spring.datasource.hikari.maximum-pool-size=3"))
			.run(name("all connections of the pools held for 2 s"), (application) -> {
				for (int i = 0; i < REPETITIONS; i++) {
					hold(application.getBean(DataSource.class));
					Load.pause(1000);
				}
				return REPETITIONS;
			});
	}

	private static void hold(DataSource pool) throws Exception {
		List<Connection> held = new ArrayList<>();
		try {
			for (int i = 0; i < ((HikariDataSource) pool).getMaximumPoolSize(); i++) {
				held.add(pool.getConnection());
			}
			Load.pause(2000);
		}
		finally {
			for (Connection connection : held) {
				connection.close();
			}
		}
	}

}
