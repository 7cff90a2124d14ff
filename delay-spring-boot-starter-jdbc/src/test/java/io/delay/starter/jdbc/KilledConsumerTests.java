// SPDX-License-Identifier: Apache-2.0

package io.delay.starter.jdbc;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

import io.delay.job.Job;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A process whose handlers run in transactions is killed again and again: each job has
 * exactly one row.
 */
@Tag("thorough")
class KilledConsumerTests {

	private static final int JOBS = 2000;

	private static final int KILLS = Integer.getInteger("delay.test.repetitions", 8) * 5 / 2;

	@Test
	void eachJobHasExactlyOneRow() throws Exception {
		try (EmbeddedPostgres server = EmbeddedPostgres.start()) {
			String url = server.getJdbcUrl("postgres", "postgres");
			JdbcApplication.on(url).withPropertyValues("delay.jdbc.initialize-schema=always").run((context) -> {
				JdbcTemplate database = context.getBean(JdbcTemplate.class);
				database.execute("CREATE TABLE booking (id varchar(20))");
				List<Job> jobs = IntStream.range(0, JOBS)
					.mapToObj((i) -> Job.to("booking").id("job-" + i).payload("job-" + i).build())
					.toList();
				for (int i = 0; i < JOBS; i += 200) {
					context.getBean(DelayTemplate.class).submitAll(jobs.subList(i, i + 200));
				}
				int kills = 0;
				while (kills < KILLS && rows(database) < JOBS) {
					kill(database, url);
					kills++;
				}
				Process last = start(url);
				try {
					await().atMost(Duration.ofSeconds(90)).until(() -> left(database) == 0);
				}
				finally {
					last.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
				}
				assertThat(kills).isGreaterThanOrEqualTo(Math.min(KILLS, 5));
				assertThat(rows(database)).isEqualTo(JOBS);
				assertThat(database.queryForObject("SELECT COUNT(DISTINCT id) FROM booking", Integer.class))
					.isEqualTo(JOBS);
			});
		}
	}

	// Kills the process in the middle of its work
	private static void kill(JdbcTemplate database, String url) throws Exception {
		int before = rows(database);
		Process process = start(url);
		try {
			await().atMost(Duration.ofSeconds(60)).until(() -> rows(database) > before || left(database) == 0);
			Thread.sleep(ThreadLocalRandom.current().nextInt(150));
		}
		finally {
			process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
		}
	}

	private static Process start(String url) throws IOException {
		return new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:+UnlockDiagnosticVMOptions",
				"-XX:-BytecodeVerificationRemote", "-cp", System.getProperty("java.class.path"),
				BookingConsumer.class.getName(), "--spring.datasource.url=" + url)
			.redirectErrorStream(true)
			.redirectOutput(ProcessBuilder.Redirect.appendTo(new File("target/booking-consumer.log")))
			.start();
	}

	private static int rows(JdbcTemplate database) {
		return count(database, "SELECT COUNT(*) FROM booking");
	}

	private static int left(JdbcTemplate database) {
		return count(database, "SELECT COUNT(*) FROM delay_job");
	}

	private static int count(JdbcTemplate database, String sql) {
		Integer count = database.queryForObject(sql, Integer.class);
		return (count != null) ? count : 0;
	}

}
