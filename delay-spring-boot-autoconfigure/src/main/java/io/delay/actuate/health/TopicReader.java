// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.health;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

import io.delay.actuate.request.SharedReads;
import io.delay.admin.TopicStatusScan;
import io.delay.store.admin.JobStoreInspector;

/**
 * Reads the status of the topics of a store. Limits the number of topics and reuses the
 * last result for a while, so that frequent health probes stay cheap. Concurrent callers
 * share one reading and its outcome.
 */
public final class TopicReader {

	public static final int MAX_TOPICS = 100;

	public static final Duration KEEP = Duration.ofSeconds(5);

	/** The maximum time for reading topics. Topics not read by then are omitted. */
	private static final Duration LONGEST_READING = Duration.ofSeconds(5);

	private final JobStoreInspector inspector;

	private final Supplier<Set<String>> first;

	private final SharedReads<TopicOverview> reads;

	/**
	 * Create a reader.
	 * @param first supplies the topics to read first
	 */
	public TopicReader(JobStoreInspector inspector, Supplier<Set<String>> first, Duration keep) {
		this.inspector = inspector;
		this.first = first;
		this.reads = new SharedReads<>(keep);
	}

	/**
	 * Return the status of the topics. The names of the topics are read from the store on
	 * each call, even if their previous statuses are reused.
	 * @throws org.springframework.dao.DataAccessException if the store cannot be reached
	 */
	public TopicOverview read() {
		Set<String> topics = askForTopics();
		return this.reads.get(List.of(), () -> read(topics));
	}

	private Set<String> askForTopics() {
		try {
			return this.inspector.topics();
		}
		catch (RuntimeException ex) {
			// The store may be in a different state after an outage
			this.reads.clear();
			throw ex;
		}
	}

	private TopicOverview read(Set<String> topics) {
		long begin = System.nanoTime();
		TopicStatusScan scan = new TopicStatusScan(this.inspector::statusWithoutSizes);
		Map<String, TopicStatusScan.Result> read = new LinkedHashMap<>();
		for (String topic : inOrder(topics)) {
			if (read.size() == MAX_TOPICS || scan.isOver() || System.nanoTime() - begin > LONGEST_READING.toNanos()) {
				break;
			}
			read.put(topic, scan.read(topic));
		}
		TopicOverview overview = new TopicOverview(read, topics.size() - read.size());
		if (!overview.isComplete()) {
			// An unreachable topic may be reachable at the next call
			this.reads.clear();
		}
		return overview;
	}

	private Set<String> inOrder(Set<String> topics) {
		Set<String> ordered = new LinkedHashSet<>(new TreeSet<>(this.first.get()));
		ordered.retainAll(topics);
		ordered.addAll(new TreeSet<>(topics));
		return ordered;
	}

}
