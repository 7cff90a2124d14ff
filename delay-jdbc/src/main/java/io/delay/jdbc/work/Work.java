// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.work;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.delay.jdbc.session.Session;
import io.delay.jdbc.table.Tables;
import io.delay.store.history.HistorySettings;
import io.delay.store.life.StoreTime;
import io.delay.store.life.StoreTransaction;

/**
 * What is done in one transaction of the database.
 */
public final class Work {

	private final Session session;

	private final Tables tables;

	private final HistorySettings history;

	private final TopicMemory memory;

	private final StoreTransaction transaction;

	private final long beginning;

	private final List<Runnable> afterwards = new ArrayList<>();

	private final Map<String, TopicWork> topics = new TreeMap<>();

	private Duration lag = Duration.ZERO;

	Work(Session session, Tables tables, HistorySettings history, StoreTime time, long beginning, TopicMemory memory) {
		this.session = session;
		this.tables = tables;
		this.history = history;
		this.beginning = beginning;
		this.memory = memory;
		this.transaction = new StoreTransaction(time);
	}

	public Session session() {
		return this.session;
	}

	public Tables tables() {
		return this.tables;
	}

	public StoreTime time() {
		return this.transaction.time();
	}

	public StoreTransaction transaction() {
		return this.transaction;
	}

	public TopicWork topic(String name) {
		return this.topics.computeIfAbsent(name,
				(unknown) -> new TopicWork(name, this.session, this.tables, this.history.limitsOf(name), this.memory));
	}

	Work withLag(Duration lag) {
		this.lag = lag;
		return this;
	}

	Duration lag() {
		return this.lag;
	}

	public void flush() {
		this.topics.values().forEach(TopicWork::flush);
	}

	Work withoutJobs() {
		return new Work(this.session, this.tables, this.history, time(), this.beginning, this.memory);
	}

	void addEffects(Work later) {
		this.transaction.add(later.transaction);
		this.afterwards.addAll(later.afterwards);
		later.topics.forEach((name, topic) -> topic(name).addEffects(topic));
	}

	Collection<TopicWork> topics() {
		return this.topics.values();
	}

	// The task must not use the database
	void afterwards(Runnable task) {
		this.afterwards.add(task);
	}

	List<Runnable> afterwards() {
		return this.afterwards;
	}

	long beginning() {
		return this.beginning;
	}

}
