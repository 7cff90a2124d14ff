// SPDX-License-Identifier: Apache-2.0

package io.delay.starter.jdbc.fault;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.awaitility.Awaitility;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.util.ReflectionTestUtils;

/**
 * A PostgreSQL that writes its log to the disk, as in production.
 */
final class FaultyPostgreSql implements FaultServer {

	private final EmbeddedPostgres server;

	FaultyPostgreSql() {
		try {
			this.server = EmbeddedPostgres.builder()
				.setServerConfig("fsync", "on")
				.setServerConfig("synchronous_commit", "on")
				.start();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public String name() {
		return "PostgreSQL";
	}

	@Override
	public String url(int port) {
		return this.server.getJdbcUrl("postgres", "postgres").replace(":" + port() + "/", ":" + port + "/");
	}

	@Override
	public int port() {
		return this.server.getPort();
	}

	@Override
	public void stop() {
		control("fast");
	}

	/**
	 * End the server at once, without writing what is in memory.
	 */
	void crash() {
		control("immediate");
	}

	private void control(String mode) {
		File data = (File) ReflectionTestUtils.getField(this.server, "dataDirectory");
		ReflectionTestUtils.invokeMethod(this.server, "system", ReflectionTestUtils.getField(this.server, "PG_CTL"),
				List.of("-D", String.valueOf(data), "-m", mode, "-w", "-t", "10", "stop"));
	}

	@Override
	public void start() {
		((AtomicBoolean) ReflectionTestUtils.getField(this.server, "started")).set(false);
		ReflectionTestUtils.invokeMethod(this.server, "startPostmaster");
		JdbcTemplate database = new JdbcTemplate(this.server.getPostgresDatabase());
		Awaitility.await()
			.atMost(Duration.ofSeconds(30))
			.ignoreExceptions()
			.pollInterval(Duration.ofMillis(50))
			.until(() -> database.queryForObject("SHOW fsync", String.class).equals("on"));
	}

	@Override
	public void close() {
		try {
			this.server.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
