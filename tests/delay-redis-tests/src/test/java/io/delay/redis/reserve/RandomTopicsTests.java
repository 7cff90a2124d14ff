// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.reserve;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.JobPriority;
import io.delay.redis.RedisAccess;
import io.delay.redis.RedisSpace;
import io.delay.redis.record.SubmitTimes;
import io.delay.redis.script.ReplyFlags;
import io.delay.redis.script.ScriptLibrary;
import io.delay.redis.script.ScriptRunner;
import io.delay.redis.settle.SettleCommand;
import io.delay.redis.submit.SubmitCommand;
import io.delay.redis.topic.RecentlyUsed;
import io.delay.redis.topic.TopicRegistry;
import io.delay.redis.wakeup.RedisWakeUps;
import io.delay.store.JobRecord;
import io.delay.store.NewJob;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveTerms;
import io.delay.store.history.HistorySettings;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for clients that choose topics at random.
 */
@Timeout(300)
@Tag("thorough")
@Tag("weekly")
class RandomTopicsTests {

	private static final int TOPICS = 12_000;

	private static final ReserveTerms TERMS = new ReserveTerms(Duration.ofMinutes(1), 3);

	@Test
	void reservesOfRandomTopicsKeepALimitedNumberOfEntries() throws Exception {
		try (RedisSpace space = RedisSpace.shared();
				RedisWakeUps wakeUps = new RedisWakeUps(RedisAccess.wakeUps(space.connections()), space.namespace(),
						RedisWakeUps.PING_INTERVAL)) {
			ScriptRunner runner = new ScriptRunner(space.producers(), new ScriptLibrary(), new ReplyFlags());
			TopicRegistry topics = new TopicRegistry(space.producers(), runner, space.namespace(),
					space.options()::partitions);
			SettleCommand settle = new SettleCommand(runner, topics, HistorySettings.OFF,
					new SubmitTimes(HistorySettings.OFF, InstantSource.system()));
			TopicReservers reservers = new TopicReservers(runner, topics, settle, wakeUps, space.namespace());
			BlockingQueue<Duration> woken = new LinkedBlockingQueue<>();
			reservers.subscribe("waiting", woken::add);
			inParallel((number) -> reservers
				.reserve(new ReserveRequest("random-" + number, "host/1:" + number, 1, TERMS)));
			assertThat(reservers.size()).isEqualTo(RecentlyUsed.MAX);
			assertThat(topics.size()).isLessThanOrEqualTo(RecentlyUsed.MAX);
			woken.clear();
			new SubmitCommand(runner, topics).execute(List.of(new NewJob("waiting", "1", DueTime.NOW,
					ConflictPolicy.KEEP, new JobRecord(new byte[0], Map.of(), null, null, JobPriority.NORMAL))));
			assertThat(woken.poll(10, TimeUnit.SECONDS)).isZero();
			assertThat(reservers.reserve(new ReserveRequest("waiting", "host/1:0", 1, TERMS)).jobs()).hasSize(1);
		}
	}

	private static void inParallel(NumberedCall call) throws Exception {
		int threads = 8;
		ExecutorService executor = Executors.newFixedThreadPool(threads);
		try {
			List<Future<Void>> all = new ArrayList<>();
			for (int i = 0; i < threads; i++) {
				int first = i;
				all.add(executor.submit((Callable<Void>) () -> {
					for (int number = first; number < TOPICS; number += threads) {
						call.run(number);
					}
					return null;
				}));
			}
			for (Future<Void> calls : all) {
				calls.get(240, TimeUnit.SECONDS);
			}
		}
		finally {
			executor.shutdownNow();
		}
	}

	/**
	 * A call with a number.
	 */
	private interface NumberedCall {

		void run(int number);

	}

}
