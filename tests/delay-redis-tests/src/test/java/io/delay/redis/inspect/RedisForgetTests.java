// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.inspect;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.data.redis.RedisSystemException;

import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.JobState;
import io.delay.redis.DocumentedUser;
import io.delay.redis.RedisJobStore;
import io.delay.redis.RedisJobStoreAdministrator;
import io.delay.redis.RedisJobStoreInspector;
import io.delay.redis.RedisJobStoreOptions;
import io.delay.redis.RedisSpace;
import io.delay.redis.RedisTopicMove;
import io.delay.redis.partition.PartitionKeys;
import io.delay.redis.partition.TopicPartitions;
import io.delay.redis.script.ReplyFlags;
import io.delay.redis.script.ScriptLibrary;
import io.delay.redis.script.ScriptRunner;
import io.delay.redis.script.TopicMovedException;
import io.delay.redis.topic.PartitionLayouts;
import io.delay.store.JobRecord;
import io.delay.store.NewJob;
import io.delay.store.OutcomeUnknownException;
import io.delay.store.admin.Operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests what Redis keeps of topics that are forgotten, and that nobody is harmed who uses
 * them at that moment.
 */
@Timeout(60)
class RedisForgetTests {

	private static final String TOPIC = "orders";

	private final RedisSpace space = RedisSpace.shared();

	@AfterEach
	void close() {
		this.space.close();
	}

	@Test
	void onlyLayoutsRemainAndExpire() {
		submitAndPurge(4);
		administrator(4).pause(TOPIC, new Operator("alice"));
		assertThat(administrator(1).forget(TOPIC).forgotten()).isTrue();
		for (int partition = 0; partition < 4; partition++) {
			Map<String, Map<String, String>> contents = this.space.contents(TOPIC, partition);
			assertThat(contents).containsOnlyKeys("meta");
			assertThat(contents.get("meta")).containsOnlyKeys("layout");
			assertThat(contents.get("meta").get("layout")).startsWith("0;");
			assertThat(expiry(partition)).isBetween(1L, TimeUnit.DAYS.toSeconds(1));
			assertThat(this.space.template().hasKey(this.space.key(TOPIC, partition, "counters"))).isFalse();
		}
		store(4).submit(List.of(job("job")));
		assertThat(expiry(0)).isEqualTo(-1);
		assertThat(administrator(4).resume(TOPIC)).isFalse();
	}

	@Test
	void historyIsDeletedWithItsTopic() {
		submitAndPurge(2);
		seedHistory(2);
		try (DocumentedUser user = DocumentedUser.onShared()) {
			assertThat(new RedisJobStoreAdministrator(user.connections(), options(2)).forget(TOPIC).forgotten())
				.isTrue();
		}
		assertThat(this.space.contents(TOPIC, 0)).containsOnlyKeys("meta");
		assertThat(this.space.contents(TOPIC, 1)).containsOnlyKeys("meta");
	}

	@Test
	void historyIsDeletedWhenItsTopicIsMoved() {
		submitAndPurge(4);
		seedHistory(4);
		move(2);
		for (int partition = 0; partition < 4; partition++) {
			assertThat(this.space.contents(TOPIC, partition)).containsOnlyKeys("meta");
		}
	}

	private void seedHistory(int partitions) {
		for (int partition = 0; partition < partitions; partition++) {
			this.space.template().opsForStream().add(this.space.key(TOPIC, partition, "runs"), Map.of("id", "a"));
		}
	}

	@Test
	void movedTopicCanHaveAnyNumberOfPartitionsAfterwards() {
		for (int number : new int[] { 4, 1, 6 }) {
			submitAndPurge(4);
			move(2);
			submitAndPurge(2);
			assertThat(administrator(2).forget(TOPIC).forgotten()).isTrue();
			submitAndPurge(number);
			assertThatIllegalStateException().isThrownBy(() -> store(number + 1).submit(List.of(job("job"))))
				.withMessageContaining("kept in " + ((number == 1) ? "1 partition," : number + " partitions,"));
			assertThat(administrator(number).forget(TOPIC).forgotten()).isTrue();
		}
		submitAndPurge(1);
		move(4);
		for (int partition = 0; partition < 4; partition++) {
			assertThat(expiry(partition)).isEqualTo(-1);
		}
	}

	@Test
	void topicIsForgottenAlthoughTheClockWentBackSinceItsMove() {
		submitAndPurge(4);
		String later = Long.toString(TimeUnit.DAYS.toMicros(40_000));
		this.space.template().opsForHash().put(this.space.key(TOPIC, 3, "meta"), "layout", "4;" + later);
		assertThat(administrator(4).forget(TOPIC).forgotten()).isTrue();
		assertThat(this.space.contents(TOPIC, 0).get("meta").get("layout").compareTo("0;" + later)).isPositive();
		submitAndPurge(2);
		assertThat(administrator(2).forget(TOPIC).forgotten()).isTrue();
	}

	@Test
	void layoutsReadBeforeTheForgetDoNotOpenAPartition() {
		submitAndPurge(4);
		this.space.template().delete(this.space.key(TOPIC, 3, "meta"));
		List<PartitionKeys> last = List.of(new TopicPartitions(this.space.namespace(), TOPIC, 4).all().get(3));
		PartitionLayouts layouts = new PartitionLayouts(
				new ScriptRunner(this.space.producers(), new ScriptLibrary(), new ReplyFlags()));
		Map<PartitionKeys, String> seen = layouts.read(last);
		assertThat(administrator(4).forget(TOPIC).forgotten()).isTrue();
		submitAndPurge(1);
		layouts.open(seen);
		assertThat(layouts.read(last).values()).singleElement().asString().startsWith("0;");
	}

	@Test
	void incompleteForgetDoesNotBlockTheTopic() {
		submitAndPurge(4);
		this.space.template().opsForHash().put(this.space.namespace() + ":topics", TOPIC, "4>0;17");
		for (int partition = 0; partition < 2; partition++) {
			this.space.template().opsForHash().put(this.space.key(TOPIC, partition, "meta"), "layout", "4>0;17");
		}
		assertThat(inspector().status(TOPIC).isUnused()).isTrue();
		assertThatIllegalStateException().isThrownBy(() -> store(2).submit(List.of(job("job"))))
			.withMessageContaining("kept in 4 partitions");
		submitAndPurge(4);
		assertThat(this.space.template().opsForHash().get(this.space.namespace() + ":topics", TOPIC)).isEqualTo("4");
		assertThat(administrator(4).forget(TOPIC).forgotten()).isTrue();
	}

	@Test
	void outcomeIsUnknownIfTheForgetFailsAfterItClosedAPartition() {
		submitAndPurge(4);
		this.space.template().opsForList().leftPush(this.space.key(TOPIC, 2, "jobs"), "somebody else's");
		assertThatExceptionOfType(OutcomeUnknownException.class).isThrownBy(() -> administrator(4).forget(TOPIC))
			.withMessageContaining("'forget' of topic 'orders'")
			.withCauseInstanceOf(RedisSystemException.class);
		this.space.template().delete(this.space.key(TOPIC, 2, "jobs"));
		assertThat(administrator(4).forget(TOPIC).forgotten()).isTrue();
	}

	@Test
	void firstOfTwoConcurrentForgetsReportsTheOther() {
		submitAndPurge(4);
		String later = "4>0;9000000000000000";
		this.space.template().opsForHash().put(this.space.key(TOPIC, 2, "meta"), "layout", later);
		assertThatExceptionOfType(OutcomeUnknownException.class).isThrownBy(() -> administrator(4).forget(TOPIC))
			.withMessageStartingWith("Topic 'orders' is also being forgotten by another call");
		assertThat(this.space.contents(TOPIC, 2).get("meta")).containsEntry("layout", later);
		submitAndPurge(4);
	}

	@Test
	void topicThatIsBeingMovedIsNotForgotten() {
		submitAndPurge(4);
		this.space.template().opsForHash().put(this.space.namespace() + ":topics", TOPIC, "4>8;17");
		assertThatExceptionOfType(TopicMovedException.class).isThrownBy(() -> administrator(4).forget(TOPIC));
		this.space.template().opsForHash().put(this.space.namespace() + ":topics", TOPIC, "4");
	}

	@Test
	@Tag("thorough")
	void jobThatIsSubmittedMeanwhileIsFoundWithAnyNumberOfPartitions() throws Exception {
		AtomicBoolean stopped = new AtomicBoolean();
		AtomicInteger[] submitted = { new AtomicInteger(), new AtomicInteger() };
		List<CompletableFuture<Void>> producers = new ArrayList<>();
		for (int i = 0; i < 4; i++) {
			String prefix = "job-" + i + "-";
			int number = (i % 2 == 0) ? 1 : 4;
			AtomicInteger count = submitted[i % 2];
			producers.add(CompletableFuture.runAsync(() -> {
				RedisJobStore store = store(number);
				while (!stopped.get()) {
					count.addAndGet(submitAndCancel(store, number, prefix + count.get()));
				}
			}));
		}
		RedisJobStoreAdministrator administrator = administrator(1);
		int forgotten = 0;
		long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
		while ((forgotten < 20 || submitted[0].get() < 100 || submitted[1].get() < 100) && System.nanoTime() < end
				&& producers.stream().noneMatch(CompletableFuture::isDone)) {
			forgotten += administrator.forget(TOPIC).forgotten() ? 1 : 0;
		}
		stopped.set(true);
		for (CompletableFuture<Void> producer : producers) {
			producer.get(10, TimeUnit.SECONDS);
		}
		assertThat(forgotten).isPositive();
		for (int partition = 0; partition < 4; partition++) {
			assertThat(this.space.contents(TOPIC, partition)).doesNotContainKey("jobs");
		}
	}

	// Whoever looks for jobs is told the number that is recorded
	private int submitAndCancel(RedisJobStore store, int number, String id) {
		try {
			store.submit(List.of(job(id)));
		}
		catch (IllegalStateException | TopicMovedException ex) {
			return 0;
		}
		assertThat(this.space.template().opsForHash().get(this.space.namespace() + ":topics", TOPIC)).asString()
			.matches(number + "(>0;\\d+)?");
		assertThat(store.cancel(TOPIC, id)).contains(JobState.READY);
		return 1;
	}

	private void submitAndPurge(int partitions) {
		List<NewJob> jobs = new ArrayList<>();
		for (int i = 0; i < 40; i++) {
			jobs.add(job("job-" + i));
		}
		store(partitions).submit(jobs);
		assertThat(administrator(partitions).purge(TOPIC, JobState.READY, 500)).isEqualTo(40);
	}

	private static NewJob job(String id) {
		return new NewJob(TOPIC, id, DueTime.after(Duration.ZERO), ConflictPolicy.KEEP, JobRecord.of(new byte[0]));
	}

	private long expiry(int partition) {
		return this.space.template().getExpire(this.space.key(TOPIC, partition, "meta"));
	}

	private void move(int partitions) {
		new RedisTopicMove(this.space.connections(), options(partitions)).move(TOPIC);
	}

	private RedisJobStoreOptions options(int partitions) {
		return this.space.options().withPartitions(partitions);
	}

	private RedisJobStore store(int partitions) {
		return this.space.parts(options(partitions)).store();
	}

	private RedisJobStoreInspector inspector() {
		return this.space.parts(this.space.options()).inspector();
	}

	private RedisJobStoreAdministrator administrator(int partitions) {
		return this.space.parts(options(partitions)).administrator();
	}

}
