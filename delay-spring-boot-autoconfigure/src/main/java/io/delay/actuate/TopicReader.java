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

package io.delay.actuate;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.delay.admin.TopicStatusResult;
import io.delay.admin.TopicStatusScan;
import io.delay.store.admin.JobStoreInspector;

/**
 * Reads how the topics of a store stand, no more of them and no more often than a probe
 * each second may cost. Callers that come together share one reading and how it ends.
 */
final class TopicReader {

	static final int MAX_TOPICS = 100;

	static final Duration KEEP = Duration.ofSeconds(5);

	/** After that the topics that are left are omitted. */
	private static final Duration LONGEST_READING = Duration.ofSeconds(5);

	private final JobStoreInspector inspector;

	private final Supplier<Set<String>> first;

	private final Duration keep;

	private @Nullable CompletableFuture<TopicOverview> latest;

	/** By System.nanoTime(). */
	private long latestBegin;

	/**
	 * Create a reader.
	 * @param inspector looks into the store
	 * @param first the topics that go before others
	 * @param keep how long to answer what was read last
	 */
	TopicReader(JobStoreInspector inspector, Supplier<Set<String>> first, Duration keep) {
		this.inspector = inspector;
		this.first = first;
		this.keep = keep;
	}

	/**
	 * Tell how the topics stand. Asks the store at least for the names of its topics,
	 * whatever was read last.
	 * @return how they stand
	 * @throws org.springframework.dao.DataAccessException if the store cannot be reached
	 */
	TopicOverview read() {
		Set<String> topics = askForTopics();
		CompletableFuture<TopicOverview> own = new CompletableFuture<>();
		CompletableFuture<TopicOverview> shared = shared(own);
		if (shared == own) {
			complete(own, topics);
		}
		return await(shared);
	}

	private Set<String> askForTopics() {
		try {
			return this.inspector.topics();
		}
		catch (RuntimeException ex) {
			// A store that comes back need not be as it was
			forget();
			throw ex;
		}
	}

	private synchronized void forget() {
		this.latest = null;
	}

	// What can be reached a moment later shall be seen then
	private synchronized void forget(CompletableFuture<TopicOverview> reading) {
		if (this.latest == reading) {
			this.latest = null;
		}
	}

	// What another caller reads or has just read; else what this one is to read.
	private synchronized CompletableFuture<TopicOverview> shared(CompletableFuture<TopicOverview> own) {
		CompletableFuture<TopicOverview> latest = this.latest;
		boolean old = System.nanoTime() - this.latestBegin >= this.keep.toNanos();
		if (latest == null || latest.isCompletedExceptionally() || (latest.isDone() && old)) {
			this.latest = own;
			this.latestBegin = System.nanoTime();
			return own;
		}
		return latest;
	}

	private void complete(CompletableFuture<TopicOverview> reading, Set<String> topics) {
		try {
			TopicOverview overview = read(topics);
			if (!overview.isComplete()) {
				forget(reading);
			}
			reading.complete(overview);
		}
		catch (Throwable ex) {
			reading.completeExceptionally(ex);
		}
	}

	private static TopicOverview await(CompletableFuture<TopicOverview> reading) {
		try {
			return reading.join();
		}
		catch (CompletionException ex) {
			if (ex.getCause() instanceof RuntimeException failure) {
				throw failure;
			}
			throw ex;
		}
	}

	private TopicOverview read(Set<String> topics) {
		long begin = System.nanoTime();
		TopicStatusScan scan = new TopicStatusScan(this.inspector::status);
		Map<String, TopicStatusResult> read = new LinkedHashMap<>();
		for (String topic : inOrder(topics)) {
			if (read.size() == MAX_TOPICS || scan.isOver() || System.nanoTime() - begin > LONGEST_READING.toNanos()) {
				break;
			}
			read.put(topic, scan.read(topic));
		}
		return new TopicOverview(read, topics.size() - read.size());
	}

	private Set<String> inOrder(Set<String> topics) {
		Set<String> ordered = new LinkedHashSet<>(new TreeSet<>(this.first.get()));
		ordered.retainAll(topics);
		ordered.addAll(new TreeSet<>(topics));
		return ordered;
	}

}
