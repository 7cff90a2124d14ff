// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.delay.failure;

import java.io.PrintStream;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import io.delay.benchmarks.delay.failure.LoadJournal.Call;
import io.delay.benchmarks.delay.failure.LoadJournal.Submit;
import io.delay.benchmarks.delay.failure.LoadJournal.SubmitOutcome;
import io.delay.job.JobState;
import io.delay.store.admin.JobStoreInspector;
import io.delay.store.admin.TopicStatus;
import io.delay.test.store.StoreAudit;

/**
 * The outcome of the jobs, after the load has ended and all jobs are settled.
 *
 * @param submits the number of submits by outcome
 * @param lost the confirmed jobs that were never handled and are not in the store
 * @param doubles the calls for each job that was handled more than once
 * @param unknownThere the number of jobs of unknown outcome that exist or were handled
 * @param refusedThere the number of refused jobs that exist or were handled
 * @param left how many jobs are in the store that should have been handled
 * @param audit the findings of the audit
 */
record LoadOutcome(Map<SubmitOutcome, Long> submits, List<Submit> lost, Map<String, List<Call>> doubles,
		long unknownThere, long refusedThere, long left, TopicStatus status, StoreAudit audit) {

	private static final Duration STEP = Duration.ofMillis(200);

	// Waits until only jobs with long delays are left.
	static void settle(JobStoreInspector inspector, long parked, Duration maxWait) throws InterruptedException {
		long start = System.nanoTime();
		while (busy(inspector.status(LoadTopic.NAME)) > parked && System.nanoTime() - start < maxWait.toNanos()) {
			Thread.sleep(STEP.toMillis());
		}
		// Handlers that are running, and acknowledgements in progress
		Thread.sleep(10 * STEP.toMillis());
	}

	private static long busy(TopicStatus status) {
		return status.count(JobState.DELAYED) + status.count(JobState.READY) + status.count(JobState.RESERVED);
	}

	static LoadOutcome of(LoadJournal journal, JobStoreInspector inspector, long parked) {
		Map<String, List<Call>> calls = journal.calls().stream().collect(Collectors.groupingBy(Call::id));
		Set<String> there = new HashSet<>(calls.keySet());
		journal.submits()
			.stream()
			.map(Submit::id)
			.filter((id) -> !calls.containsKey(id) && inspector.find(LoadTopic.NAME, id).isPresent())
			.forEach(there::add);
		List<Submit> lost = journal.submits(SubmitOutcome.CONFIRMED)
			.filter((submit) -> !there.contains(submit.id()))
			.toList();
		calls.values().removeIf((ofJob) -> ofJob.size() == 1);
		TopicStatus status = inspector.status(LoadTopic.NAME);
		return new LoadOutcome(
				journal.submits().stream().collect(Collectors.groupingBy(Submit::outcome, Collectors.counting())), lost,
				calls, count(journal, SubmitOutcome.UNKNOWN, there), count(journal, SubmitOutcome.REFUSED, there),
				Math.max(0, busy(status) - parked), status, StoreAudit.of(inspector, LoadTopic.NAME));
	}

	private static long count(LoadJournal journal, SubmitOutcome outcome, Set<String> there) {
		return journal.submits(outcome).filter((submit) -> there.contains(submit.id())).count();
	}

	private long count(SubmitOutcome outcome) {
		return this.submits.getOrDefault(outcome, 0L);
	}

	void print(PrintStream out) {
		out.printf("submits: %d confirmed, %d of unknown outcome (%d of them happened), %d refused (%d happened)%n",
				count(SubmitOutcome.CONFIRMED), count(SubmitOutcome.UNKNOWN), this.unknownThere,
				count(SubmitOutcome.REFUSED), this.refusedThere);
		out.printf("LOST of those confirmed: %d%n", this.lost.size());
		out.printf("at the end: %s, %d left that should have been handled%n", this.status.counts(), this.left);
		printAudit("at the end", this.audit, out);
	}

	static void printAudit(String when, StoreAudit audit, PrintStream out) {
		out.printf("auditor %s: %d checked, %d findings%n", when, audit.checked(), audit.findings().size());
		audit.findings().stream().limit(10).forEach((finding) -> out.println("  " + finding));
	}

}
