// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.admin;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.dao.DataAccessException;

import io.delay.admin.DelayAdmin;
import io.delay.converter.SimplePayloadConverter;
import io.delay.job.DueTime;
import io.delay.job.Job;
import io.delay.job.JobState;
import io.delay.redis.OnePartitionIds;
import io.delay.redis.RedisJobStoreInspector;
import io.delay.redis.RedisJobStoreOptions;
import io.delay.redis.RedisSpace;
import io.delay.redis.RedisStoreFixture;
import io.delay.redis.script.ScriptLibrary;
import io.delay.redis.script.ScriptReads;
import io.delay.store.FailureReason;
import io.delay.store.StoredJob;
import io.delay.store.admin.AuditPage;
import io.delay.store.admin.FailedRetention;
import io.delay.store.admin.JobPageRequest;
import io.delay.store.admin.JobStoreAdministrator;
import io.delay.store.admin.JobStoreInspector;
import io.delay.store.admin.Operator;
import io.delay.store.admin.TopicPause;
import io.delay.template.DelayTemplate;
import io.delay.test.store.StoreAudit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What people see and do where a topic has four partitions.
 */
@Timeout(30)
class PartitionAdministrationTests {

	private static final String TOPIC = "orders";

	private final RedisSpace space = RedisSpace.shared(4);

	private final RedisStoreFixture fixture = new RedisStoreFixture(this.space);

	private final JobStoreInspector inspector = this.fixture.inspector();

	private final JobStoreAdministrator administrator = this.fixture.administrator();

	@AfterEach
	void close() {
		this.fixture.close();
	}

	// Audit

	@Test
	void brokenEntryInTheLastPartitionIsFoundAndNamed() {
		submitTo(0, 1, 2, 3);
		assertThat(StoreAudit.of(this.inspector, TOPIC).findings()).isEmpty();
		this.space.leaveUnaudited();
		this.space.template().opsForHash().delete(this.space.key(TOPIC, 3, "jobs"), id(3, 0));
		assertThat(StoreAudit.of(this.inspector, TOPIC).findings()).containsExactlyInAnyOrder(
				new AuditPage.Finding(null, "0 jobs, but 1 in all states together"),
				new AuditPage.Finding(id(3, 0), "is gone, but its entry in waiting is left"));
	}

	@Test
	void auditIncludesAllPartitions() {
		submitTo(0, 1, 2, 3);
		List<String> steps = new ArrayList<>();
		AuditPage page = this.inspector.audit(TOPIC, null);
		while (page.next() != null) {
			steps.add(page.next());
			page = this.inspector.audit(TOPIC, page.next());
		}
		assertThat(steps).extracting((step) -> step.substring(0, step.indexOf(':')))
			.containsSubsequence("0", "1", "2", "3")
			.isSorted();
		assertThat(steps).hasSize(4 * 11 - 1);
	}

	@Test
	void auditStepOfAMissingPartitionIsRefused() {
		submitTo(0);
		assertThatIllegalArgumentException().isThrownBy(() -> this.inspector.audit(TOPIC, "4:1:0"));
	}

	// Purge at once

	@Test
	void jobsThatWerePurgedBeforeAPartitionFailsAreCounted() {
		submitTo(0, 1, 2, 3);
		this.space.leaveUnaudited();
		String wrong = this.space.key(TOPIC, 2, "failures");
		this.space.template().opsForList().leftPush(wrong, "somebody else's");
		Set<JobState> waiting = EnumSet.of(JobState.DELAYED, JobState.READY);
		assertThat(this.administrator.purgeAtOnce(TOPIC, waiting)).isEqualTo(2);
		assertThatExceptionOfType(DataAccessException.class).isThrownBy(
				() -> new DelayAdmin(this.fixture.store(), this.inspector, this.administrator).bulk().purge(TOPIC));
		this.space.template().delete(wrong);
		assertThat(this.administrator.purgeAtOnce(TOPIC, waiting)).isEqualTo(2);
	}

	// Look with another number set

	@Test
	void recordedNumberOfPartitionsIsUsed() {
		submitTo(0, 1, 2, 3);
		RedisJobStoreOptions other = this.space.options().withPartitions(1);
		RedisJobStoreInspector stranger = this.space.parts(other).inspector();
		assertThat(stranger.status(TOPIC).count(JobState.READY)).isEqualTo(4);
		assertThat(stranger.find(TOPIC, id(3, 0))).isPresent();
		assertThat(this.space.parts(other).administrator().purge(TOPIC, JobState.READY, 10)).isEqualTo(4);
	}

	// A pause that reached one partition alone

	@Test
	void pauseKeepsTheOperatorOfThePausedFirstPartition() {
		submitTo(0, 1, 2, 3);
		this.administrator.pause(TOPIC, new Operator("alice"));
		TopicPause first = this.inspector.status(TOPIC).pause();
		for (int partition : new int[] { 0, 1, 3 }) {
			this.space.template().opsForHash().delete(this.space.key(TOPIC, partition, "meta"), "paused");
		}
		this.fixture.advance(Duration.ofSeconds(1));
		assertThat(this.administrator.pause(TOPIC, new Operator("bob"))).isTrue();
		assertThat(this.inspector.status(TOPIC).pause()).isEqualTo(first);
		assertThat(this.administrator.pause(TOPIC, new Operator("carol"))).isFalse();
	}

	// The oldest of all partitions

	@Test
	void oldestJobsOfAllPartitionsAreDropped() {
		List<String> ids = buryOneByOne();
		assertThat(this.administrator.dropFailed(TOPIC, new FailedRetention(Duration.ofMillis(1), null), 3))
			.isEqualTo(3);
		assertThat(failed()).containsExactlyElementsOf(ids.subList(3, ids.size()));
		assertThat(this.administrator.dropFailed(TOPIC, new FailedRetention(null, 2), 10)).isEqualTo(ids.size() - 5);
		assertThat(failed()).containsExactlyElementsOf(ids.subList(ids.size() - 2, ids.size()));
	}

	@Test
	void oldestJobsOfAllPartitionsAreKicked() {
		List<String> ids = buryOneByOne();
		assertThat(this.administrator.kickOldest(TOPIC, 3, DueTime.NOW)).isEqualTo(3);
		assertThat(failed()).containsExactlyElementsOf(ids.subList(3, ids.size()));
	}

	@Test
	void kickOfTheOldestEndsAlthoughAnEntryCannotBeKicked() {
		this.space.leaveUnaudited();
		List<String> ids = buryOneByOne();
		// one that is in two states
		String broken = ids.get(0);
		this.space.template().opsForZSet().add(this.space.key(TOPIC, 3, "waiting"), broken, 1);
		assertThat(this.administrator.kickOldest(TOPIC, 3, DueTime.NOW)).isEqualTo(2);
	}

	@Test
	void oldestJobsAreFoundWithoutReadingTheirRecords() {
		List<String> ids = IntStream.range(0, 80).mapToObj((i) -> "job-" + i).toList();
		byte[] payload = new byte[40_000];
		DelayTemplate template = new DelayTemplate(this.fixture.store(), this.inspector, new SimplePayloadConverter());
		ids.forEach((id) -> template.submit(Job.to(TOPIC).id(id).payload(payload).build()));
		this.administrator.bury(TOPIC, ids, new FailureReason("unwanted", "host"));
		this.fixture.advance(Duration.ofSeconds(1));
		ScriptReads reads = new ScriptReads(this.space);
		JobStoreAdministrator counted = this.space
			.parts(this.space.options(), reads.library(this.fixture.clock()::read))
			.administrator();
		assertThat(counted.kickOldest(TOPIC, 20, DueTime.NOW)).isEqualTo(20);
		assertThat(counted.dropFailed(TOPIC, new FailedRetention(Duration.ofMillis(1), null), 20)).isEqualTo(20);
		assertThat(counted.dropFailed(TOPIC, new FailedRetention(null, 10), 100)).isEqualTo(30);
		assertThat(this.inspector.status(TOPIC).count(JobState.FAILED)).isEqualTo(10);
		assertThat(reads.bytes()).isLessThan(payload.length);
	}

	@Test
	void oldestJobsAreFoundIfTheyAreInOnePartition() {
		List<String> ids = IntStream.range(0, 30).mapToObj((i) -> id(2, i)).toList();
		submit(Stream.concat(ids.stream(), Stream.of(id(0, 0), id(1, 0), id(3, 0))));
		for (String id : ids) {
			this.administrator.bury(TOPIC, List.of(id), new FailureReason("unwanted", "host"));
			this.fixture.advance(Duration.ofSeconds(1));
		}
		this.administrator.bury(TOPIC, List.of(id(0, 0), id(1, 0), id(3, 0)), new FailureReason("unwanted", "host"));
		assertThat(this.administrator.kickOldest(TOPIC, 20, DueTime.NOW)).isEqualTo(20);
		assertThat(failed()).startsWith(id(2, 20)).hasSize(13);
		assertThat(this.administrator.dropFailed(TOPIC, new FailedRetention(null, 4), 10)).isEqualTo(9);
		assertThat(failed()).startsWith(id(2, 29)).hasSize(4);
	}

	@Test
	void oldestJobsOfOnePartitionAreFoundByOneCall() {
		List<String> ids = IntStream.range(0, 70).mapToObj((i) -> id(2, i)).toList();
		submit(Stream.concat(ids.stream(), Stream.of(id(0, 0), id(1, 0), id(3, 0))));
		this.administrator.bury(TOPIC, ids, new FailureReason("unwanted", "host"));
		this.fixture.advance(Duration.ofSeconds(1));
		this.administrator.bury(TOPIC, List.of(id(0, 0), id(1, 0), id(3, 0)), new FailureReason("unwanted", "host"));
		String looks = this.space.namespace() + ":test-looks";
		ScriptLibrary library = new ScriptLibrary(
				(file) -> (file.equals("oldest-failed") ? "redis.call('INCR', '%s')\n".formatted(looks) : "")
						+ this.fixture.clock().read(file));
		JobStoreAdministrator counted = this.space.parts(this.space.options(), library).administrator();
		assertThat(counted.kickOldest(TOPIC, 70, DueTime.NOW)).isEqualTo(70);
		assertThat(failed()).containsExactlyInAnyOrder(id(0, 0), id(1, 0), id(3, 0));
		assertThat(this.space.template().opsForValue().get(looks)).isEqualTo("4");
	}

	// Two jobs of each partition, in turn, each a second after the one before.
	private List<String> buryOneByOne() {
		int[] turns = { 3, 0, 2, 1, 1, 3, 0, 2 };
		List<String> ids = IntStream.range(0, turns.length).mapToObj((i) -> id(turns[i], i)).toList();
		submit(ids.stream());
		for (String id : ids) {
			assertThat(this.administrator.bury(TOPIC, List.of(id), new FailureReason("unwanted", "host")))
				.containsExactly(Optional.of(JobState.READY));
			this.fixture.advance(Duration.ofSeconds(1));
		}
		return ids;
	}

	private void submitTo(int... partitions) {
		submit(Arrays.stream(partitions).mapToObj((partition) -> id(partition, 0)));
	}

	private void submit(Stream<String> ids) {
		new DelayTemplate(this.fixture.store(), this.inspector, new SimplePayloadConverter())
			.submitAll(ids.map((id) -> Job.to(TOPIC).id(id).build()).toList());
	}

	private static String id(int partition, int number) {
		return new OnePartitionIds(4, partition).lead("job-" + number);
	}

	private List<String> failed() {
		return this.inspector.page(new JobPageRequest(TOPIC, JobState.FAILED, null, 100))
			.jobs()
			.stream()
			.map(StoredJob::id)
			.toList();
	}

}
