// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.comparison;

import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import io.delay.benchmarks.kit.BenchmarkArguments;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ResultTable}, and for the goals in it.
 */
class ResultTableTests {

	private final Figures figures = new Figures();

	@Test
	void aCellIsTheMedianWithTheLeastAndTheMost() {
		add(Competitor.DELAY, Measurement.MEMORY, "memory", 390, 410, 395.5);
		assertThat(row(Measurement.MEMORY, "Redis memory")).contains("| 395.50 [390–410] |");
	}

	@Test
	void aRatioGoalIsReachedAtTheFactorAndMissedBelowIt() {
		add(Competitor.FLOOR, Measurement.LIFE, "drain.rate", 100_000);
		add(Competitor.REDISSON, Measurement.LIFE, "drain.rate", 3000);
		add(Competitor.RQUEUE, Measurement.LIFE, "drain.rate", 5000);
		add(Competitor.DELAY, Measurement.LIFE, "drain.rate", 30_000);
		assertThat(row(Measurement.LIFE, "drain, 16 workers"))
			.endsWith("| 6 | 0.30 | ≥ 8 × best Redis peer: **missed**; ≥ 0.3 × floor: reached |");
	}

	@Test
	void whereLessIsBetterTheBestPeerIsTheOneWithTheLeast() {
		add(Competitor.REDISSON, Measurement.LIFE, "life.redis-cpu", 100);
		add(Competitor.RQUEUE, Measurement.LIFE, "life.redis-cpu", 50);
		add(Competitor.FLOOR, Measurement.LIFE, "life.redis-cpu", 10);
		add(Competitor.DELAY, Measurement.LIFE, "life.redis-cpu", 15);
		assertThat(row(Measurement.LIFE, "store CPU per job life"))
			.endsWith("| 0.30 | 1.50 | ≤ 1.4 × floor: **missed** |");
	}

	@Test
	void aGoalThatAllowsForTheFloorIsReachedBelowEither() {
		add(Competitor.FLOOR, Measurement.IDLE_LATENESS, "lateness.p50", 2);
		add(Competitor.DELAY, Measurement.IDLE_LATENESS, "lateness.p50", 2.5);
		assertThat(row(Measurement.IDLE_LATENESS, "lateness, idle, p50")).endsWith("1 or 1.5 × floor: reached |");
	}

	@Test
	void aGoalOfBeanstalkdIsJudgedAlongsideTheOtherGoals() {
		add(Competitor.BEANSTALKD, Measurement.IDLE_LATENESS, "lateness.p50", 1);
		add(Competitor.DELAY, Measurement.IDLE_LATENESS, "lateness.p50", 0.9);
		assertThat(row(Measurement.IDLE_LATENESS, "lateness, idle, p50"))
			.contains("≤ 0.3: **missed**; ≤ 1 × beanstalkd: reached; ");
	}

	@Test
	void aGoalOnADatabaseIsJudgedIfDelayRunsOnOne() {
		add(Competitor.DB_SCHEDULER, Measurement.LIFE, "drain.rate", 1000);
		add(Competitor.DELAY_JDBC, Measurement.LIFE, "drain.rate", 2900);
		assertThat(row(Measurement.LIFE, "drain, 16 workers", "systems=delay-jdbc,db-scheduler"))
			.isEqualTo("| drain, 16 workers: jobs/s | 2,900 | 1,000 | 2.90 | Delay on a database ≥ 3 × db-scheduler: "
					+ "**missed** |");
		assertThat(row(Measurement.LIFE, "what", "systems=delay-jdbc,db-scheduler"))
			.endsWith("| Delay on a database | db-scheduler | Delay on a database : db-scheduler | goal |");
	}

	@Test
	void theLoadOf500JobsHasRowsOfItsOwn() {
		add(Competitor.DELAY, Measurement.LOAD_LATENESS, "lateness.p50", 3);
		add(Competitor.DELAY, Measurement.LOAD_LATENESS_500, "lateness.p50", 0.4);
		assertThat(row(Measurement.LOAD_LATENESS_500, "lateness, 500 jobs/s, p50")).contains("| 0.40 |")
			.endsWith("≤ 0.5: reached |");
	}

	@Test
	void oneRunThatLosesJobsMissesTheGoalWhateverTheMedianIs() {
		add(Competitor.DELAY, Measurement.KILL, "kill.lost", 0, 1, 0);
		assertThat(row(Measurement.KILL, "consumer killed: lost")).contains("| 0 [0–1] |")
			.endsWith("≤ 0: **missed** |");
	}

	@Test
	void aRunThatFailedIsCountedInItsCells() {
		add(Competitor.DELAY, Measurement.MEMORY, "memory", 390);
		this.figures.add(Competitor.DELAY, Measurement.MEMORY, new Outcome(Map.of(), null, "it hung"));
		this.figures.add(Competitor.FLOOR, Measurement.MEMORY, new Outcome(Map.of(), null, "it hung"));
		assertThat(row(Measurement.MEMORY, "Redis memory")).contains("| failed | 390 (1 failed) | – |");
	}

	@Test
	void aSystemThatWasOmittedIsMarkedInTheHeading() {
		this.figures.leaveOut(Competitor.BEANSTALKD);
		assertThat(row(Measurement.LIFE, "what")).contains("| beanstalkd (left out) |").contains("| Delay |");
		assertThat(row(Measurement.LIFE, "drain")).contains("| – | – | – | – | – | – |").doesNotContain("failed");
	}

	private void add(Competitor competitor, Measurement measurement, String key, double... values) {
		for (double value : values) {
			this.figures.add(competitor, measurement, new Outcome(Map.of(key, value), null, null));
		}
	}

	private String row(Measurement measurement, String title, String... more) {
		ComparisonOptions options = new ComparisonOptions(BenchmarkArguments
			.parse(Stream.concat(Stream.of("workloads=" + measurement.workload()), Stream.of(more))
				.toArray(String[]::new)));
		return new ResultTable(this.figures, options).lines()
			.stream()
			.filter((line) -> line.startsWith("| " + title))
			.findFirst()
			.orElseThrow();
	}

}
