// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.inspect;

import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.delay.converter.SimplePayloadConverter;
import io.delay.job.Job;
import io.delay.job.JobPriority;
import io.delay.redis.RedisSpace;
import io.delay.redis.RedisStoreFixture;
import io.delay.redis.script.ScriptLibrary;
import io.delay.store.admin.JobStoreInspector;
import io.delay.store.admin.TopicStatus;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests how many bytes the partitions of a topic take.
 */
class PartitionBytesTests {

	private static final String TOPIC = "orders";

	private final RedisSpace space = RedisSpace.shared(2);

	private final RedisStoreFixture fixture = new RedisStoreFixture(this.space);

	@AfterEach
	void close() {
		this.fixture.close();
	}

	@Test
	void everyPartitionHasItsSize() {
		submit(60, JobPriority.NORMAL);
		TopicStatus status = this.fixture.inspector().status(TOPIC);
		assertThat(status.partitionBytes()).hasSize(2).allSatisfy((bytes) -> assertThat(bytes).isGreaterThan(100_000));
		assertThat(status.partitionBytes().stream().mapToLong(Long::longValue).sum()).isBetween(600_000L, 1_000_000L);
		assertThat(status.largestPartitionBytes())
			.hasValue(status.partitionBytes().stream().mapToLong(Long::longValue).max().orElseThrow());
	}

	@Test
	void unknownTopicHasNoSize() {
		assertThat(this.fixture.inspector().status("unknown").partitionBytes()).allMatch((bytes) -> bytes == 0);
	}

	@Test
	void sizesCanBeOmitted() {
		submit(1, JobPriority.LOW);
		JobStoreInspector inspector = this.fixture.inspector();
		assertThat(inspector.statusWithoutSizes(TOPIC).partitionBytes()).isEmpty();
		assertThat(inspector.statusWithoutSizes(TOPIC)).usingRecursiveComparison()
			.ignoringFields("partitionBytes")
			.isEqualTo(inspector.status(TOPIC));
	}

	@Test
	void sizeIsUnknownIfTheServerRefusesTheCommand() {
		submit(1, JobPriority.HIGH);
		JobStoreInspector refused = this.space
			.parts(this.space.options(),
					new ScriptLibrary((file) -> this.fixture.clock().read(file).replace("'USAGE'", "'REFUSED'")))
			.inspector();
		TopicStatus status = refused.status(TOPIC);
		assertThat(status.partitionBytes()).isEmpty();
		assertThat(status.largestPartitionBytes()).isEmpty();
		assertThat(status).usingRecursiveComparison()
			.ignoringFields("partitionBytes")
			.isEqualTo(this.fixture.inspector().status(TOPIC));
	}

	private void submit(int jobs, JobPriority priority) {
		new DelayTemplate(this.fixture.store(), this.fixture.inspector(), new SimplePayloadConverter())
			.submitAll(IntStream.range(0, jobs)
				.mapToObj((i) -> Job.to(TOPIC).id("job-" + i).payload(new byte[10_000]).priority(priority).build())
				.toList());
	}

}
