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

package io.delay.move;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.util.Assert;

import io.delay.job.JobRules;

/**
 * Moves the jobs of one store to another, with their state, times, payload, headers,
 * settings and failures. Each job is stored in the target before it is removed from the
 * source. If a move is interrupted, another one continues it. Only one instance at a time
 * moves jobs to a store.
 * <p>
 * Reserved jobs stay in the source until they are settled or their leases expire. A topic
 * that does not exist in the target is paused there if it is paused in the source.
 * Counters, finished runs and permits of rate limits are not moved.
 *
 * @since 0.1.0
 */
public final class JobMove {

	private static final Log logger = LogFactory.getLog(JobMove.class);

	private final MoveStore source;

	private final MoveStore target;

	private final Duration timeout;

	/**
	 * Create a move.
	 * @param source the store from which jobs are moved
	 * @param target the store to which jobs are moved
	 * @param timeout how long to wait without progress for reserved jobs or for another
	 * instance, longer than zero
	 */
	public JobMove(MoveStore source, MoveStore target, Duration timeout) {
		Assert.notNull(source, "'source' must not be null");
		Assert.notNull(target, "'target' must not be null");
		Assert.isTrue(!timeout.isNegative() && !timeout.isZero(), "'timeout' must be longer than zero");
		this.source = source;
		this.target = target;
		this.timeout = timeout;
	}

	/**
	 * Move jobs until the source has none.
	 * @param topics the topics, empty for all
	 * @return the numbers of jobs
	 * @throws JobMoveException if a store cannot be reached, a job cannot be stored, or
	 * jobs stay reserved; the move can then be repeated
	 */
	public MoveResult run(Collection<String> topics) {
		topics.forEach(JobRules::checkTopic);
		MovePatience patience = new MovePatience(this.timeout);
		try (MoveLock lock = MoveLock.acquire(this.target, patience)) {
			patience.progressed();
			return run(topics, lock, patience);
		}
		catch (DataAccessException ex) {
			throw new JobMoveException("Could not move the jobs from " + this.source.name() + " to "
					+ this.target.name() + ": " + ex.getMessage(), ex);
		}
	}

	private MoveResult run(Collection<String> topics, MoveLock lock, MovePatience patience) {
		MoveProgress progress = new MoveProgress(patience);
		logger.info("Moving the jobs of " + (topics.isEmpty() ? "all topics" : "topics " + topics) + " from "
				+ this.source.name() + " to " + this.target.name());
		warnAboutUnknown(topics);
		Map<String, TopicMove> moves = new HashMap<>();
		boolean wasIdle;
		boolean isIdle = false;
		do {
			wasIdle = isIdle;
			progress.beginPass();
			topicsOf(topics).forEach((topic) -> move(
					moves.computeIfAbsent(topic,
							(begun) -> new TopicMove(begun, this.source, this.target, lock, progress)),
					topic, progress));
			if (progress.isWaiting() && !progress.isChanged() && !patience.pause()) {
				throw new JobMoveException("Could not move " + progress.waitedFor() + " from " + this.source.name()
						+ ", because they did not become free within " + patience.text() + ". Number of jobs moved: "
						+ progress.moved(), null);
			}
			isIdle = !progress.isWaiting() && !progress.isChanged();
		}
		// A single pass can miss a job that goes from one state to another meanwhile
		while (!isIdle || !wasIdle);
		return progress.end(this.source, this.target);
	}

	private List<String> topicsOf(Collection<String> topics) {
		Collection<String> all = topics.isEmpty() ? this.source.inspector().topics() : topics;
		return all.stream().filter((topic) -> !topic.equals(MoveLock.TOPIC)).distinct().sorted().toList();
	}

	private void warnAboutUnknown(Collection<String> topics) {
		Set<String> unknown = new TreeSet<>(topics);
		unknown.removeAll(this.source.inspector().topics());
		if (!unknown.isEmpty()) {
			logger.warn("Topics " + unknown + " do not exist in " + this.source.name()
					+ ", so no jobs of them are moved. Check their names");
		}
	}

	private void move(TopicMove move, String topic, MoveProgress progress) {
		try {
			move.run();
		}
		catch (DataAccessException | IllegalStateException ex) {
			throw new JobMoveException("Could not move the jobs of topic '" + topic + "' from " + this.source.name()
					+ " to " + this.target.name() + ": " + ex.getMessage() + ". Number of jobs moved before: "
					+ progress.moved(), ex);
		}
	}

}
