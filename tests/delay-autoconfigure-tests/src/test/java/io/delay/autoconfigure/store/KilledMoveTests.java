// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.store;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.delay.jdbc.JdbcDatabase;
import io.delay.jdbc.JdbcJobStoreAdministrator;
import io.delay.jdbc.JdbcJobStoreInspector;
import io.delay.jdbc.JdbcSchema;
import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.JobState;
import io.delay.move.MoveStore;
import io.delay.redis.RedisConnections;
import io.delay.store.JobRecord;
import io.delay.store.NewJob;
import io.delay.store.StoredJob;
import io.delay.store.admin.JobPage;
import io.delay.store.admin.JobPageRequest;
import io.delay.store.admin.JobPosition;
import io.delay.store.admin.JobStoreInspector;
import io.delay.test.redis.RedisForTests;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Kills an application again and again while it moves jobs from Redis to a database.
 */
@Tag("thorough")
class KilledMoveTests {

	private static final String TOPIC = "orders";

	private static final int JOBS = 2_000;

	private static final int KILLS = 5;

	private static final int PAYLOAD_BYTES = 8_000;

	private final long seed = System.nanoTime();

	private final Random random = new Random(this.seed);

	private final String host = RedisForTests.shared().host();

	private final int port = RedisForTests.shared().port();

	private final String namespace = "test-" + UUID.randomUUID();

	@TempDir
	private Path directory;

	@Test
	void everyJobIsMovedOnce() throws Exception {
		String url = "jdbc:h2:file:" + this.directory.resolve("jobs");
		try (JdbcDatabase database = MovingApplication.database(url)) {
			new JdbcSchema(database).create();
		}
		try (RedisConnections connections = MovingApplication.connections(this.host, this.port)) {
			MoveStore redis = MovingApplication.redis(connections, this.namespace);
			Set<String> submitted = submit(redis);
			for (int i = 0; i < KILLS; i++) {
				kill(url, 1 + this.random.nextInt(30));
				try (JdbcDatabase database = MovingApplication.database(url)) {
					// Otherwise the next instance waits until the lease of the lock has
					// ended
					new JdbcJobStoreAdministrator(database).cancel("delay.move", List.of("lock"));
					// Whether the topic is closed or not
					Set<String> everywhere = ids(redis.fence().apply(TOPIC).inspector());
					everywhere.addAll(ids(new JdbcJobStoreInspector(database)));
					assertThat(everywhere).as("seed " + this.seed).isEqualTo(submitted);
				}
			}
			assertThat(run(url, Integer.MAX_VALUE)).contains(MovingApplication.MOVED);
			assertThat(ids(redis.inspector())).isEmpty();
			try (JdbcDatabase database = MovingApplication.database(url)) {
				JobStoreInspector inspector = new JdbcJobStoreInspector(database);
				assertThat(ids(inspector)).isEqualTo(submitted);
				assertThat(inspector.status(TOPIC).count(JobState.DELAYED)).isEqualTo(JOBS);
			}
			redis.administrator().forget(TOPIC);
		}
	}

	private Set<String> submit(MoveStore redis) {
		Set<String> ids = new TreeSet<>();
		for (int i = 0; i < JOBS; i++) {
			ids.add("job-" + i);
		}
		redis.store()
			.submit(ids.stream()
				.map((id) -> new NewJob(TOPIC, id, DueTime.after(Duration.ofHours(1)), ConflictPolicy.KEEP,
						JobRecord.of(new byte[PAYLOAD_BYTES])))
				.toList());
		return ids;
	}

	private void kill(String url, int lines) throws Exception {
		assertThat(run(url, lines)).hasSizeGreaterThanOrEqualTo(1).doesNotContain(MovingApplication.MOVED);
	}

	// Runs a move, and kills it after a number of lines
	private List<String> run(String url, int lines) throws IOException, InterruptedException {
		Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:+UnlockDiagnosticVMOptions",
				"-XX:-BytecodeVerificationRemote", "-cp",
				System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
				MovingApplication.class.getName(), this.host, Integer.toString(this.port), this.namespace, url)
			.redirectErrorStream(true)
			.start();
		List<String> read = new ArrayList<>();
		try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
			for (String line = reader.readLine(); line != null && read.size() < lines; line = reader.readLine()) {
				if (line.equals(MovingApplication.MOVED) || line.startsWith("before ") || line.startsWith("after ")) {
					read.add(line);
				}
			}
		}
		finally {
			process.destroyForcibly().waitFor();
		}
		return read;
	}

	private static Set<String> ids(JobStoreInspector inspector) {
		Set<String> ids = new TreeSet<>();
		JobPosition after = null;
		do {
			JobPage page = inspector.page(new JobPageRequest(TOPIC, JobState.DELAYED, after, 500));
			page.jobs().stream().map(StoredJob::id).forEach(ids::add);
			after = page.next();
		}
		while (after != null);
		return ids;
	}

}
