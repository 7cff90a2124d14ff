// SPDX-License-Identifier: Apache-2.0

package io.delay.drill;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What clients were told about each job, and how often they received which answer. This
 * class is thread-safe.
 */
final class Ledger {

	private static final long START = System.nanoTime();

	private final Map<String, JobTrail> trails = new ConcurrentHashMap<>();

	private final Map<String, LongAdder> answers = new ConcurrentSkipListMap<>();

	static long now() {
		return (System.nanoTime() - START) / 1_000_000;
	}

	JobTrail trail(String id) {
		return this.trails.computeIfAbsent(id, JobTrail::new);
	}

	void count(String answer) {
		this.answers.computeIfAbsent(answer, (key) -> new LongAdder()).increment();
	}

	/**
	 * Return the number of answers that match a regular expression.
	 */
	long answers(String regex) {
		Pattern pattern = Pattern.compile(regex);
		return this.answers.entrySet()
			.stream()
			.filter((entry) -> pattern.matcher(entry.getKey()).matches())
			.mapToLong((entry) -> entry.getValue().sum())
			.sum();
	}

	long confirmed() {
		return trails(JobTrail::isConfirmed).size();
	}

	Collection<JobTrail> lost() {
		return trails(JobTrail::isLost);
	}

	Collection<JobTrail> doubles() {
		return trails(JobTrail::isDouble);
	}

	/**
	 * Return the jobs that were delivered more than once.
	 */
	Collection<JobTrail> redelivered() {
		return trails((trail) -> trail.highestAttempt() > 1);
	}

	private List<JobTrail> trails(Predicate<JobTrail> predicate) {
		return this.trails.values().stream().filter(predicate).toList();
	}

	void assertAnswers(String... allowed) {
		String regex = String.join("|", allowed);
		assertThat(this.answers.keySet()).as("answers %s", this.answers).allMatch((answer) -> answer.matches(regex));
	}

	@Override
	public String toString() {
		long[] millis = this.trails.values()
			.stream()
			.filter((trail) -> trail.isConfirmed() && !trail.isLost())
			.mapToLong(JobTrail::millis)
			.sorted()
			.toArray();
		String times = (millis.length == 0) ? "" : ", handled after " + millis[millis.length / 2] + " ms (p50), "
				+ millis[millis.length - 1] + " ms (max)";
		return "confirmed " + confirmed() + ", lost " + lost().size() + ", handled twice " + doubles().size()
				+ ", submitted twice " + trails(JobTrail::isSubmittedTwice).size() + ", redelivered "
				+ redelivered().size() + times + ", answers " + this.answers;
	}

}
