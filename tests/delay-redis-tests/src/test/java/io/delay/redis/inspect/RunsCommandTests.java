// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.inspect;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.delay.redis.OnePartitionIds;
import io.delay.redis.RedisJobStoreInspector;
import io.delay.redis.RedisSpace;
import io.delay.store.history.FinishedRun;
import io.delay.store.history.RunPage;
import io.delay.store.history.RunPageRequest;
import io.delay.store.history.RunPosition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link RunsCommand} with runs that a test writes into several partitions.
 */
@Timeout(30)
class RunsCommandTests {

	private static final String TOPIC = "orders";

	private static final long NOON = 1_767_225_600_000L;

	private final RedisSpace space = RedisSpace.shared(2);

	private final RedisJobStoreInspector inspector = new RedisJobStoreInspector(this.space.connections(),
			this.space.options());

	RunsCommandTests() {
		this.space.leaveUnaudited();
	}

	@AfterEach
	void close() {
		this.space.close();
	}

	@Test
	void partitionsAreMergedByTheEndOfTheirRuns() {
		seed(0, done(10), done(30), done(50));
		seed(1, done(20), done(40), done(60));
		assertThat(list(1)).isEqualTo(list(100)).containsExactly("1-3", "0-3", "1-2", "0-2", "1-1", "0-1");
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 3, 4, 10 })
	void runsThatCannotBeReadAreSkipped(int limit) {
		String unknown = "x" + (NOON + 100) + ";0;0;;1;host-a";
		seed(0, done(10), unknown, unknown, unknown, unknown);
		seed(1, unknown, done(20), unknown, "broken", unknown);
		assertThat(list(limit)).containsExactly("1-2", "0-1");
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 10 })
	void runsAfterUnreadableOnesKeepTheirPlace(int limit) {
		seed(0, "broken", "broken", done(30), "broken", "broken", "broken");
		seed(1, done(20));
		assertThat(list(limit)).containsExactly("0-3", "1-1");
	}

	@Test
	void runsOfAnIdAreSearchedAmongTheNewestTenThousand() {
		String id = new OnePartitionIds(2, 0).lead("a");
		add(0, 1, id, done(10));
		add(0, 2, id, done(20));
		IntStream.range(3, 10_005).forEach((number) -> add(0, number, "other", done(30)));
		add(0, 10_005, id, done(40));
		RunPage first = this.inspector.runs(new RunPageRequest(TOPIC, id, null, 10));
		assertThat(first.runs()).hasSize(1);
		assertThat(first.searchedBackTo()).isEqualTo(Instant.ofEpochMilli(100));
		RunPage second = this.inspector.runs(new RunPageRequest(TOPIC, id, first.next(), 10));
		assertThat(second.runs()).hasSize(2);
		assertThat(second.next()).isNull();
		assertThat(second.searchedBackTo()).isNull();
		assertThat(this.inspector.runs(new RunPageRequest(TOPIC, id, first.next(), 1)).searchedBackTo()).isNull();
		assertThat(this.inspector.runs(new RunPageRequest(TOPIC, null, null, 1)).searchedBackTo()).isNull();
	}

	@Test
	void positionOfAnotherNumberOfPartitionsIsRejected() {
		RunPageRequest request = new RunPageRequest(TOPIC, null, new RunPosition(List.of(7L, 1L, 1L)), 1);
		assertThatIllegalArgumentException().isThrownBy(() -> this.inspector.runs(request))
			.withMessage("A position in the finished runs of topic 'orders' belongs to another list or another number "
					+ "of partitions. Read the first page again");
	}

	private static String done(long end) {
		return "d" + (NOON + end) + ";0;0;;1;host-a";
	}

	// The id of a run is the partition and the number.
	private void seed(int partition, String... runs) {
		IntStream.rangeClosed(1, runs.length)
			.forEach((number) -> add(partition, number, partition + "-" + number, runs[number - 1]));
	}

	private void add(int partition, int number, String id, String run) {
		this.space.seedRun(this.space.key(TOPIC, partition, "runs"), (20 * number + 10 * partition) + "-0", id, run);
	}

	private List<String> list(int limit) {
		List<String> listed = new ArrayList<>();
		RunPosition next = null;
		do {
			RunPage page = this.inspector.runs(new RunPageRequest(TOPIC, null, next, limit));
			listed.addAll(page.runs().stream().map(FinishedRun::id).toList());
			next = page.next();
		}
		while (next != null);
		return listed;
	}

}
