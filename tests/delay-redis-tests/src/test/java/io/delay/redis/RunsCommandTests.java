/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.delay.redis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.delay.redis.inspect.RunsCommand;
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
	void runsThatEndedBeforeTheClockWentBackFollow(int limit) {
		seed(0, done(3_600_000), done(3_600_001), done(10), done(30));
		seed(1, done(0), done(20), done(40));
		assertThat(list(limit)).containsExactly("1-3", "0-4", "1-2", "0-3", "0-2", "0-1", "1-1");
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 3, 4, 10 })
	void runsThatCannotBeReadAreSkipped(int limit) {
		String unknown = "x" + (NOON + 100) + ";0;0;;1;;host-a;";
		seed(0, done(10), unknown, unknown, unknown, unknown);
		seed(1, unknown, done(20), unknown, "broken", unknown);
		assertThat(list(limit)).containsExactly("1-2", "0-1");
	}

	@Test
	void pageWithoutRunsIsNotTheLastOneIfManyRunsCannotBeRead() {
		String unknown = "x" + NOON + ";0;0;;1;;host-a;";
		seed(0, Stream.concat(Stream.of(done(10)), Collections.nCopies(15, unknown).stream()).toArray(String[]::new));
		RunPage page = this.inspector.runs(new RunPageRequest(TOPIC, null, null, 1));
		assertThat(page.runs()).isEmpty();
		assertThat(page.next()).isEqualTo(new RunPosition(List.of(7L, 1L)));
		assertThat(this.inspector.runs(new RunPageRequest(TOPIC, null, page.next(), 1)).runs()).hasSize(1);
	}

	@Test
	void pagesContinueBehindThousandsOfRunsThatCannotBeRead() {
		String[] runs = new String[12_003];
		Arrays.fill(runs, "broken");
		runs[0] = done(10);
		runs[runs.length - 1] = done(30);
		seed(0, runs);
		seed(1, done(20));
		RunPage first = this.inspector.runs(new RunPageRequest(TOPIC, null, null, 10));
		assertThat(first.runs()).extracting(FinishedRun::id).containsExactly("0-12003");
		assertThat(first.next()).isEqualTo(new RunPosition(List.of(11_003L, 2L)));
		RunPage second = this.inspector.runs(new RunPageRequest(TOPIC, null, first.next(), 10));
		assertThat(second.runs()).isEmpty();
		assertThat(second.next()).isEqualTo(new RunPosition(List.of(1_003L, 2L)));
		RunPage third = this.inspector.runs(new RunPageRequest(TOPIC, null, second.next(), 10));
		assertThat(third.runs()).extracting(FinishedRun::id).containsExactly("1-1", "0-1");
		assertThat(third.next()).isNull();
	}

	@Test
	void positionOfAnotherNumberOfPartitionsIsRejected() {
		RunPageRequest request = new RunPageRequest(TOPIC, null, new RunPosition(List.of(7L, 1L, 1L)), 1);
		assertThatIllegalArgumentException().isThrownBy(() -> this.inspector.runs(request))
			.withMessage("A position in the finished runs of topic 'orders' belongs to another list or another number "
					+ "of partitions. Read the first page again");
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 3, 4, 10 })
	void runsOfAnIdThatCannotBeReadAreSkipped(int limit) {
		String key = this.space.key(TOPIC, 0, "runs");
		this.space.template().opsForHash().put(key, "last", "4");
		for (int number = 1; number <= 4; number++) {
			String run = ((number == 1) ? "d" : "x") + NOON + ";0;0;;1;" + ((number > 1) ? number - 1 : "") + ";h;";
			this.space.template().opsForHash().put(key, Integer.toString(number), run + inFirstPartition());
		}
		this.space.template().opsForHash().put(this.space.key(TOPIC, 0, "run-ids"), inFirstPartition(), "4");
		assertThat(list(inFirstPartition(), limit)).containsExactly(inFirstPartition());
	}

	private static String inFirstPartition() {
		return new OnePartitionIds(2, 0).lead("a");
	}

	private static String done(long end) {
		return "d" + (NOON + end) + ";0;0;;1;;host-a;";
	}

	// The id of a run is the partition and the number.
	private void seed(int partition, String... runs) {
		Map<String, String> values = new HashMap<>(Map.of("last", Integer.toString(runs.length)));
		IntStream.rangeClosed(1, runs.length)
			.forEach((number) -> values.put(Integer.toString(number), runs[number - 1] + partition + "-" + number));
		this.space.template().opsForHash().putAll(this.space.key(TOPIC, partition, "runs"), values);
	}

	private List<String> list(int limit) {
		return list(null, limit);
	}

	private List<String> list(String id, int limit) {
		List<String> listed = new ArrayList<>();
		RunPosition next = null;
		do {
			RunPage page = this.inspector.runs(new RunPageRequest(TOPIC, id, next, limit));
			assertThat(page.runs()).isNotEmpty();
			listed.addAll(page.runs().stream().map(FinishedRun::id).toList());
			next = page.next();
		}
		while (next != null);
		return listed;
	}

}
