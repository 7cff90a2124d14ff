// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.comparison;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.delay.benchmarks.kit.BenchmarkArguments;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Comparison}, with very few jobs.
 */
@Tag("weekly")
class ComparisonTests {

	@Test
	@Timeout(120)
	void eachSystemHandlesAllJobsAndStandsInTheTable() throws InterruptedException {
		String table = compare("systems=floor,delay", "workloads=life", "repetitions=1", "jobs=500", "warm-up=500",
				"life.lead=700", "life.monitored-jobs=50");
		assertThat(table).contains("| what | Floor | Delay | Delay : best Redis peer | Delay : floor | goal |")
			.containsPattern("\\| drain, 16 workers: jobs/s \\| [\\d,.]+ \\| [\\d,.]+ \\|  \\| [\\d.]+ \\| ≥ 8 × best")
			.containsPattern("\\| handled twice without a cause \\| 0 \\| 0 \\|")
			.contains("- Floor: ", "- Delay: ", "- Store: Redis ")
			.doesNotContain("failed");
	}

	@Test
	@Timeout(120)
	void beanstalkdReportsItsOwnCpu() throws InterruptedException {
		Assumptions.assumeTrue(BeanstalkdServer.isInstalled(), BeanstalkdServer.NOT_INSTALLED);
		assertThat(compareBeanstalkd()).contains("| what | beanstalkd |")
			.containsPattern("\\| store CPU per job life: µs \\| [\\d,.]+ \\|")
			.containsPattern("\\| handled twice without a cause \\| 0 \\|")
			.contains("- beanstalkd: beanstalkd ", "- Store: beanstalkd ")
			.doesNotContain("failed", "left out");
	}

	@Test
	void beanstalkdIsOmittedIfItIsNotInstalled() throws InterruptedException {
		Assumptions.assumeFalse(BeanstalkdServer.isInstalled(), "beanstalkd is installed");
		assertThat(compareBeanstalkd()).contains("| what | beanstalkd (left out) |")
			.contains("- beanstalkd was left out: " + BeanstalkdServer.NOT_INSTALLED)
			.doesNotContain("failed");
	}

	@Test
	@Timeout(120)
	void delayOnPostgreSqlHandlesAllJobsAlsoThoseOfTransactions() throws InterruptedException {
		Assumptions.assumeTrue(PostgresServer.isInstalled(), PostgresServer.NOT_INSTALLED);
		String table = compare("systems=delay-jdbc,db-scheduler", "workloads=life,transaction", "repetitions=1",
				"jobs=500", "warm-up=500", "peer-jobs=500", "peer-warm-up=500");
		assertThat(table).contains("| Delay on a database : db-scheduler | goal |")
			.containsPattern("\\| store CPU per job life: µs \\| [\\d,.]+ \\| [\\d,.]+ \\|")
			.containsPattern("\\| submit, 16 threads, in transactions with a row: jobs/s \\| [\\d,.]+ \\| [\\d,.]+ \\|")
			.contains("- Store: postgres (PostgreSQL) ")
			.doesNotContain("failed");
	}

	@Test
	@Timeout(120)
	void jobsAreHandledThroughANetworkWithADelay() throws InterruptedException {
		String table = compare("systems=delay", "workloads=idle-lateness", "repetitions=1", "warm-up=100",
				"idle-lateness.jobs=5", "network-delay=5");
		assertThat(table).containsPattern("\\| lateness, idle: early by more than 1 ms \\| 0 \\|")
			.contains("through a proxy that adds 5 ms in each direction")
			.doesNotContain("failed");
	}

	private static String compareBeanstalkd() throws InterruptedException {
		return compare("systems=beanstalkd", "workloads=life", "repetitions=1", "jobs=500", "warm-up=500",
				"life.lead=700");
	}

	private static String compare(String... arguments) throws InterruptedException {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
			new Comparison(new ComparisonOptions(BenchmarkArguments.parse(arguments))).run(out);
		}
		return bytes.toString(StandardCharsets.UTF_8);
	}

}
