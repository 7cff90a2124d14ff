// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.cluster;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.dao.TransientDataAccessResourceException;

import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.SubmitStatus;
import io.delay.redis.RedisJobStore;
import io.delay.redis.RedisSpace;
import io.delay.store.JobRecord;
import io.delay.store.NewJob;
import io.delay.test.redis.EmbeddedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A master that became a replica and keeps its clients' connections, as after a failover
 * by address.
 */
@Tag("thorough")
@Tag("versions")
class DemotedMasterTests {

	private final EmbeddedRedis redis = EmbeddedRedis.start();

	private final RedisSpace space = RedisSpace.of(this.redis);

	private final RedisJobStore store = new RedisJobStore(this.space.connections(), this.space.options());

	@AfterEach
	void close() {
		this.space.template()
			.execute((connection) -> connection.execute("REPLICAOF", "NO".getBytes(), "ONE".getBytes()), false);
		this.store.close();
		this.space.close();
		this.redis.close();
	}

	@Test
	void submitToADemotedMasterIsRefusedAndTheConnectionReplaced() {
		submit("a");
		Set<String> before = producers();
		this.space.template()
			.execute((connection) -> connection.execute("REPLICAOF", "localhost".getBytes(), "1".getBytes()), false);
		assertThatExceptionOfType(TransientDataAccessResourceException.class).isThrownBy(() -> submit("b"))
			.withMessageContaining("READONLY");
		this.space.template()
			.execute((connection) -> connection.execute("REPLICAOF", "NO".getBytes(), "ONE".getBytes()), false);
		assertThat(submit("b")).isEqualTo(SubmitStatus.CREATED);
		assertThat(producers()).isNotEmpty().doesNotContainAnyElementsOf(before);
	}

	private SubmitStatus submit(String id) {
		return this.store.submit(List.of(new NewJob("orders", id, DueTime.after(Duration.ofHours(1)),
				ConflictPolicy.KEEP, JobRecord.of(new byte[0]))))
			.get(0)
			.status();
	}

	private Set<String> producers() {
		return this.space.template()
			.getClientList()
			.stream()
			.filter((client) -> "delay-producers".equals(client.getName()))
			.map((client) -> client.get("id"))
			.collect(Collectors.toSet());
	}

}
