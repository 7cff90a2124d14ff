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
 * One move of a topic. Closes all partitions of either layout to everybody else, brings
 * each job where it belongs, and opens the partitions of the new layout. Each step may
 * find that an earlier move has done it already, or a part of it.
 */
final class TopicMove {

	private static final Log logger = LogFactory.getLog(TopicMove.class);

	/** Who waits for leases looks whether they were settled meanwhile. */
	private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

	private final MoveScripts scripts;

	private final TopicPartitions all;

	private final TopicPartitions target;

	private final MoveProgress progress;

	/**
	 * Create a move.
	 * @param scripts of the move
	 * @param all the partitions of either layout
	 * @param target those of the new one
	 * @param progress told what was moved
	 */
	TopicMove(MoveScripts scripts, TopicPartitions all, TopicPartitions target, MoveProgress progress) {
		this.scripts = scripts;
		this.all = all;
		this.target = target;
		this.progress = progress;
	}

	/**
	 * Move everything.
	 * @param layout of the partitions from then on
	 */
	void run(String layout) {
		bequeath(this.all.all().stream().map(this.scripts::fence).toList());
		// A cursor that goes on at another server, after a failover, skips jobs: only a
		// pass
		// that finds none to move is the last
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

	// A topic is paused as a whole, and only the sum of its counters means something. The
	// copy of a counter is void as long as its partition stays and has it itself.
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

	// Those that are used no more come first, for the counters of partition 0 include
	// theirs once it is opened.
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
