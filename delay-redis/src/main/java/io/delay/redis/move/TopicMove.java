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

package io.delay.redis.move;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import io.delay.redis.partition.PartitionKeys;
import io.delay.redis.partition.TopicPartitions;

/**
 * One move of a topic. Closes all partitions of both layouts to other callers, moves each
 * job to its new partition, and opens the partitions of the new layout. An earlier,
 * interrupted move may already have completed a step or a part of it.
 */
final class TopicMove {

	private static final Log logger = LogFactory.getLog(TopicMove.class);

	/**
	 * The maximum time between two checks of the leases. Jobs may be settled before their
	 * leases end.
	 */
	private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

	private final MoveScripts scripts;

	private final TopicPartitions all;

	private final TopicPartitions target;

	private final MoveProgress progress;

	/**
	 * Create a move.
	 * @param scripts the scripts of the move
	 * @param all the partitions of both layouts
	 * @param target the partitions of the new layout
	 * @param progress the counter of the moved jobs
	 */
	TopicMove(MoveScripts scripts, TopicPartitions all, TopicPartitions target, MoveProgress progress) {
		this.scripts = scripts;
		this.all = all;
		this.target = target;
		this.progress = progress;
	}

	/**
	 * Run the move.
	 * @param layout the layout of the partitions after the move
	 */
	void run(String layout) {
		bequeath(this.all.all().stream().map(this.scripts::fence).toList());
		// After a failover, a cursor continues on a different server and may skip jobs.
		// Therefore passes are repeated until one of them finds no job to move
		MoveScripts.Leases leases;
		long before;
		do {
			before = this.progress.jobs();
			leases = drain();
			if (leases.count() > 0) {
				this.progress.waiting(leases);
				await(leases.firstEnd());
			}
		}
		while (leases.count() > 0 || this.progress.jobs() > before);
		end(layout);
	}

	// Copies the pause to all partitions of the new layout, because a topic is paused as
	// a whole. Copies the counters of dropped jobs to partition 0, because only their sum
	// matters. A partition that remains in use keeps its counter; the empty value deletes
	// a copy that an interrupted move may have made.
	private void bequeath(List<MoveScripts.PartitionState> states) {
		String paused = states.stream()
			.map(MoveScripts.PartitionState::paused)
			.filter((time) -> !time.isEmpty())
			.findFirst()
			.orElse("");
		Map<Integer, String> dropped = new LinkedHashMap<>();
		for (int i = 0; i < states.size(); i++) {
			String count = states.get(i).dropped();
			if (!count.isEmpty()) {
				dropped.put(i, isUsed(i) ? "" : count);
			}
		}
		for (PartitionKeys partition : this.target.all()) {
			this.scripts.inherit(partition, paused, (partition.number() == 0) ? dropped : Map.of());
		}
	}

	private MoveScripts.Leases drain() {
		MoveScripts.Leases leases = MoveScripts.Leases.NONE;
		for (PartitionKeys partition : this.all.all()) {
			leases = leases.and(new PartitionMove(this.scripts, partition, this.target, this.progress).drain());
		}
		return leases;
	}

	// Starts with the partitions that are no longer used, because partition 0 adds their
	// counters to its own as soon as it is opened, and they must not count twice.
	private void end(String layout) {
		List<PartitionKeys> partitions = new ArrayList<>(this.all.all());
		partitions.sort((one, other) -> Integer.compare(other.number(), one.number()));
		for (PartitionKeys partition : partitions) {
			boolean used = isUsed(partition.number());
			long left = this.scripts.end(partition, layout, used);
			if (!used && left > 0) {
				logger.warn(left + " records in partition " + partition.number() + " of topic '" + partition.topic()
						+ "' belong to no job and are left there");
			}
		}
	}

	private boolean isUsed(int partition) {
		return partition < this.target.count();
	}

	private static void await(Duration firstEnd) {
		Duration wait = (firstEnd.compareTo(LONGEST_WAIT) < 0) ? firstEnd : LONGEST_WAIT;
		try {
			TimeUnit.NANOSECONDS.sleep(wait.plusMillis(1).toNanos());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while waiting for the leases of jobs to end", ex);
		}
	}

}
