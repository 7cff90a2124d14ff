// SPDX-License-Identifier: Apache-2.0

package io.delay.move;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.util.Assert;

import io.delay.job.JobRules;
import io.delay.store.admin.TopicPause;

/**
 * Moves the jobs of one store to another, with their state, times, payload, headers,
 * settings and failures. Each job is stored in the target before it is removed from the
 * source. If a move is interrupted, another one continues it. Only one instance at a time
 * moves jobs to a store.
 * <p>
 * The topic must have no consumers. Reserved jobs are moved once they are settled or
 * their leases have expired. A topic that does not exist in the target is paused there if
 * it is paused in the source. Counters, finished runs and permits of rate limits are not
 * moved.
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
	public Result run(Collection<String> topics) {
		topics.forEach(JobRules::checkTopic);
		MoveWait wait = new MoveWait(this.timeout);
		try (MoveLock lock = MoveLock.acquire(this.target, wait)) {
			wait.progressed();
			return run(topics, lock, wait);
		}
		catch (DataAccessException ex) {
			throw new JobMoveException("Could not move the jobs from " + this.source.name() + " to "
					+ this.target.name() + ": " + ex.getMessage(), ex);
		}
	}

	private Result run(Collection<String> topics, MoveLock lock, MoveWait wait) {
		MoveProgress progress = new MoveProgress(wait, lock::keep);
		logger.info("Moving the jobs of " + (topics.isEmpty() ? "all topics" : "topics " + topics) + " from "
				+ this.source.name() + " to " + this.target.name());
		topicsOf(topics).forEach((topic) -> move(topic, progress));
		return progress.end(this.source.name(), this.target.name());
	}

	private List<String> topicsOf(Collection<String> topics) {
		Set<String> known = this.source.inspector().topics();
		Set<String> unknown = new TreeSet<>(topics);
		unknown.removeAll(known);
		if (!unknown.isEmpty()) {
			logger.warn("Topics " + unknown + " do not exist in " + this.source.name()
					+ ", so no jobs of them are moved. Check their names");
		}
		return known.stream()
			.filter((topic) -> !topic.equals(MoveLock.TOPIC) && (topics.isEmpty() || topics.contains(topic)))
			.sorted()
			.toList();
	}

	private void move(String topic, MoveProgress progress) {
		try (TopicFence fence = this.source.fence().apply(topic)) {
			TopicMove.checkUnused(topic, fence.inspector().consumers(topic));
			TopicPause pause = fence.inspector().statusWithoutSizes(topic).pause();
			// A topic that exists in the target may have been resumed there
			if (pause != null && !this.target.inspector().topics().contains(topic)) {
				this.target.administrator().pause(topic, pause.by());
			}
			fence.forEachPart((part) -> new TopicMove(topic, part, this.target, progress).run((id) -> true));
		}
		catch (DataAccessException | IllegalStateException ex) {
			throw new JobMoveException("Could not move the jobs of topic '" + topic + "' from " + this.source.name()
					+ " to " + this.target.name() + ": " + ex.getMessage() + ". Number of jobs moved before: "
					+ progress.moved(), ex);
		}
	}

	/**
	 * The result of a move.
	 *
	 * @param moved the number of jobs that were removed from the source
	 * @param existing how many of them were not stored in the target, because their ids
	 * already existed there
	 * @param unreadable the number of jobs that stay in the source, because their records
	 * cannot be read
	 */
	public record Result(long moved, long existing, long unreadable) {

	}

}
