// SPDX-License-Identifier: Apache-2.0

package io.delay.redis;

import java.time.Duration;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.dao.DataAccessException;

import io.delay.job.JobRules;
import io.delay.move.JobMoveException;
import io.delay.move.MoveProgress;
import io.delay.move.TopicFence;
import io.delay.move.TopicMove;
import io.delay.redis.partition.PartitionKeys;
import io.delay.redis.partition.TopicPartitions;
import io.delay.redis.topic.TopicEntry;
import io.delay.store.admin.TopicPause;

/**
 * Moves topics to the number of partitions that the options specify: every job that
 * belongs to another partition is moved there, with its state, times and failures. If a
 * move is interrupted, another call continues it. No application can use the topic until
 * the move is complete.
 *
 * @since 0.1.0
 */
public final class RedisTopicMove {

	private static final Log logger = LogFactory.getLog(RedisTopicMove.class);

	/** Longer than any lease, which nobody can extend during the move. */
	private static final Duration TIMEOUT = Duration.ofDays(400);

	private final RedisBackend backend;

	/**
	 * Create a mover.
	 * @param connections the connections; not closed by this mover
	 * @param options where in Redis the jobs are stored, and the number of partitions to
	 * move to
	 */
	public RedisTopicMove(RedisConnections connections, RedisJobStoreOptions options) {
		this(RedisBackend.of(connections, options));
	}

	RedisTopicMove(RedisBackend backend) {
		this.backend = backend;
	}

	/**
	 * Move the jobs of a topic. Waits until the leases of reserved jobs have ended, which
	 * takes at most their TTR.
	 * @return the number of jobs that this call has moved, 0 if there was nothing to do
	 * @throws JobMoveException if consumers of the topic are running, or if Redis cannot
	 * be reached or refuses a command; the call can then be repeated
	 */
	public long move(String topic) {
		JobRules.checkTopic(topic);
		int wanted = this.backend.options().partitions(topic);
		try {
			TopicEntry entry = this.backend.topicList().entry(topic);
			if (entry == null || (!entry.isMoving() && entry.to() == wanted)) {
				logger.info("Topic '" + topic + "' does not need to be moved: " + ((entry != null)
						? "it is kept in " + wanted + " partitions already" : "it is not recorded yet"));
				return 0;
			}
			return move(topic, entry, wanted);
		}
		catch (DataAccessException | IllegalStateException ex) {
			throw new JobMoveException(
					"Could not move topic '" + topic + "' to " + wanted + " partitions: " + ex.getMessage(), ex);
		}
	}

	private long move(String topic, TopicEntry entry, int wanted) {
		if (!entry.isMoving()) {
			TopicMove.checkUnused(topic, new RedisJobStoreInspector(this.backend).consumers(topic));
		}
		logger.info("Moving topic '" + topic + "' from " + entry.text() + " to " + wanted + " partitions");
		MoveProgress progress = new MoveProgress(TIMEOUT);
		ClosedTopic closed = new ClosedTopic(this.backend, topic, entry, wanted);
		TopicPause pause = closed.inspector().statusWithoutSizes(topic).pause();
		TopicPartitions targets = closed.target();
		closed.use(targets, (target) -> {
			if (pause != null) {
				target.administrator().pause(topic, pause.by());
			}
			for (PartitionKeys partition : closed.partitions()) {
				closed.use(closed.part(partition), (source) -> new TopicMove(topic, source, target, progress)
					.run((id) -> targets.of(id).number() != partition.number()));
			}
		});
		closed.close();
		return progress.end("topic '" + topic + "'", wanted + " partitions").moved();
	}

	/**
	 * Close a topic whose jobs are moved to another store.
	 * @param topic the topic, which exists
	 * @return the closed topic
	 */
	public TopicFence close(String topic) {
		TopicEntry entry = this.backend.topicList().entry(topic);
		if (entry == null) {
			throw new IllegalStateException("Topic '" + topic + "' does not exist");
		}
		if (entry.from() != entry.to()) {
			entry.partitions(topic); // says that another move must be continued first
		}
		return new ClosedTopic(this.backend, topic, entry, entry.to());
	}

}
