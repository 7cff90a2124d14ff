// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.work;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.delay.jdbc.RecordedDataSource;
import io.delay.jdbc.TestDatabase;
import io.delay.jdbc.mark.Heads;
import io.delay.jdbc.mark.LowWaterMarks;
import io.delay.jdbc.session.DatabaseClock;
import io.delay.jdbc.session.Sessions;
import io.delay.jdbc.table.Tables;
import io.delay.jdbc.wakeup.LocalWakeUps;
import io.delay.jdbc.wakeup.RemoteWakeUps;
import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.store.FailureReason;
import io.delay.store.JobRecord;
import io.delay.store.Lease;
import io.delay.store.NewJob;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveTerms;
import io.delay.store.Settlement;
import io.delay.store.history.HistorySettings;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link TopicWatch}. Where topics are slow, the jobs are below the marks, so
 * that only a read from the beginning finds them.
 */
class TopicWatchTests {

	private final RecordedDataSource dataSource = new RecordedDataSource(TestDatabase.H2.empty());

	private final LocalWakeUps wakeUps = new LocalWakeUps();

	private final Works here = works(this.wakeUps);

	private final Works there = works(new LocalWakeUps());

	private final TopicWatch watch = new TopicWatch(this.here, this.wakeUps);

	private final List<String> woken = new ArrayList<>();

	private final List<Duration> delays = new ArrayList<>();

	private int tokens;

	private Works works(LocalWakeUps wakeUps) {
		Sessions sessions = new Sessions(this.dataSource, Duration.ofSeconds(60));
		return new Works(sessions, Tables.of("delay_", sessions.dialect()), HistorySettings.OFF,
				DatabaseClock.of(sessions.dialect(), null), wakeUps, RemoteWakeUps.NONE, Duration.ZERO);
	}

	@BeforeEach
	void subscribe() {
		Stream.of("a", "b", "c").forEach((topic) -> this.wakeUps.subscribe(topic, (delay) -> {
			this.woken.add(topic);
			this.delays.add(delay);
		}));
		this.watch.look();
		this.woken.clear();
		// The first read can be slow by chance
		Stream.of("a", "b", "c").forEach((topic) -> {
			read(topic, Duration.ZERO);
			assertThat(marks().isSlow(topic)).isFalse();
		});
	}

	@AfterEach
	void close() {
		this.here.close();
		this.there.close();
	}

	@Test
	void oneStatementReadsAllTopicsAndWakesEachSeparately() {
		submitBelowTheMarks("a", "c");
		awaitDue("a", "b", "c");
		assertThat(this.dataSource.record(this.watch::look)).hasSize(2)
			.first()
			.asString()
			.startsWith("SELECT")
			.contains("delay_job");
		assertThat(this.woken).containsExactlyInAnyOrder("a", "c");
	}

	@Test
	void aSlowTopicDoesNotDelayWakeUpsOfOthers() {
		read("a", Duration.ofSeconds(1));
		read("c", Duration.ofSeconds(1));
		submitBelowTheMarks("a", "b", "c");
		awaitDue("a", "b", "c");
		this.watch.look();
		assertThat(this.woken).startsWith("b").containsExactlyInAnyOrder("a", "b", "c");
	}

	@Test
	void aSlowTopicIsReadFromItsStartLessOften() {
		// Each read at most doubles the pause before the next one
		IntStream.range(0, 6).forEach((i) -> read("a", Duration.ofMinutes(1)));
		submitBelowTheMarks("a", "b");
		awaitDue("b");
		this.watch.look();
		assertThat(this.woken).containsExactly("b");
	}

	@Test
	void aJobThatIsReadyAtTheTimeOfOneThatWasHandledCausesAWakeUp() {
		long ready = submitReady("1");
		this.watch.look();
		assertThat(reserve(10)).containsExactly("1");
		this.woken.clear();
		submitReady("2", ready);
		this.watch.look();
		assertThat(this.woken).containsExactly("a");
		assertThat(reserve(10)).containsExactly("2");
	}

	@Test
	void aJobThatConsumersSkippedCausesNoSecondWakeUp() {
		submitReady("2", submitReady("1"));
		this.watch.look();
		assertThat(this.woken).containsExactly("a");
		reserve(1);
		this.woken.clear();
		this.watch.look();
		this.watch.look();
		assertThat(this.woken).isEmpty();
	}

	@Test
	void aJobThatWaitsForTheFailureHandlerOfOthersDoesNotHideNewJobs() {
		leaveToOthers();
		new SharedSubmits(this.there, true).submit(List.of(job("a", "2", Duration.ZERO)));
		this.watch.look();
		assertThat(this.woken).containsExactly("a");
		assertThat(reserve(10)).containsExactly("2");
	}

	@Test
	void aJobThatWaitsForTheFailureHandlerOfOthersDoesNotHideLeasesThatEnd() {
		leaveToOthers();
		submitReady("2");
		reserveThere(new ReserveTerms(Duration.ofSeconds(5), 1));
		this.watch.look();
		assertThat(this.woken).containsExactly("a");
		assertThat(this.delays.get(0)).isBetween(Duration.ofMillis(1), Duration.ofSeconds(6));
		this.woken.clear();
		this.watch.look();
		assertThat(this.woken).isEmpty();
	}

	@Test
	void aJobThatWaitsForTheFailureHandlerOfOthersCausesNoReserveBeforeTheNextJobIsReady() {
		leaveToOthers();
		new SharedSubmits(this.there, true).submit(List.of(job("a", "2", Duration.ofHours(1))));
		this.watch.look();
		assertThat(this.woken).containsExactly("a");
		assertThat(this.delays.get(0)).isBetween(Duration.ofMinutes(50), Duration.ofMinutes(61));
	}

	private void leaveToOthers() {
		submitReady("1");
		Lease lease = reserveThere(new ReserveTerms(Duration.ofMinutes(1), 1, 1));
		new Settling(this.there).settle(List.of(new Settlement.Bury(lease, new FailureReason("no address", "host"))));
		this.watch.look();
		assertThat(reserve(10)).isEmpty();
		this.woken.clear();
		this.delays.clear();
	}

	private Lease reserveThere(ReserveTerms terms) {
		return ReservableWork.reserve(this.there, new ReserveRequest("a", "host/2:" + ++this.tokens, 1, terms))
			.jobs()
			.get(0)
			.lease();
	}

	@Test
	void aKnownJobCausesNoSecondWakeUpBeforeItsTime() {
		new SharedSubmits(this.there, true).submit(List.of(job("a", "1", Duration.ofHours(1))));
		this.watch.look();
		assertThat(this.woken).containsExactly("a");
		assertThat(reserve(10)).isEmpty();
		this.watch.look();
		assertThat(this.woken).containsExactly("a");
	}

	private long submitReady(String id) {
		long ready = System.currentTimeMillis() - 1000;
		submitReady(id, ready);
		return ready;
	}

	private void submitReady(String id, long ready) {
		new SharedSubmits(this.there, true).submit(List.of(job("a", id, Duration.ofHours(1))));
		TestDatabase.H2.execute("UPDATE delay_job SET time = " + ready + " WHERE utf8tostring(id) = '" + id + "'");
	}

	private List<String> reserve(int limit) {
		return ReservableWork
			.reserve(this.here, new ReserveRequest("a", "host/1:" + ++this.tokens, limit, ReserveTerms.defaults()))
			.jobs()
			.stream()
			.map((job) -> job.lease().id())
			.toList();
	}

	private static NewJob job(String topic, String id, Duration delay) {
		return new NewJob(topic, id, DueTime.after(delay), ConflictPolicy.REJECT, JobRecord.of(new byte[0]));
	}

	private void read(String topic, Duration duration) {
		long now = this.here.<Long>own((work) -> work.time().now().toEpochMilli());
		List<Long> zero = Collections.nCopies(Heads.PLACES.size(), 0L);
		marks().found(topic,
				new LowWaterMarks.Read(zero, null, zero, true, System.nanoTime() - duration.toNanos(), now, null),
				Collections.nCopies(Heads.PLACES.size(), null));
	}

	private void submitBelowTheMarks(String... topics) {
		SharedSubmits submits = new SharedSubmits(this.there, true);
		for (String topic : topics) {
			submits.submit(List.of(job(topic, "1", Duration.ZERO)));
		}
		TestDatabase.H2.execute("UPDATE delay_job SET time = time - 3600000");
	}

	private void awaitDue(String... topics) {
		Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> Stream.of(topics).allMatch(marks()::isDue));
	}

	private LowWaterMarks marks() {
		return this.here.memory().marks();
	}

}
