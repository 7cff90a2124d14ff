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

import java.util.List;

import io.delay.redis.partition.PartitionKeys;
import io.delay.redis.partition.TopicPartitions;

/**
 * Moves jobs out of one partition to the partitions that they belong to. Jobs that belong
 * to this partition are not changed. Reserved jobs stay until their lease has ended.
 */
final class PartitionMove {

	/**
	 * The maximum number of jobs in one call; more would block the server for too long.
	 */
	private static final int MAX_JOBS = 500;

	private static final int RESERVED = 4;

	/**
	 * The numbers of the keys of waiting jobs with normal priority, failed jobs, and
	 * waiting jobs with high and with low priority.
	 */
	private static final int[] PLACES = { 3, 6, 8, 9 };

	private static final String FIRST = "0";

	private final MoveScripts scripts;

	private final PartitionKeys source;

	private final TopicPartitions target;

	private final MoveProgress progress;

	/**
	 * Create a move.
	 * @param scripts the scripts of the move
	 * @param source the partition to move jobs out of
	 * @param target the partitions that the topic has after the move
	 * @param progress the counter of the moved jobs
	 */
	PartitionMove(MoveScripts scripts, PartitionKeys source, TopicPartitions target, MoveProgress progress) {
		this.scripts = scripts;
		this.source = source;
		this.target = target;
		this.progress = progress;
	}

	/**
	 * Move all jobs that belong to other partitions and are not reserved.
	 * @return the leases of reserved jobs that belong to other partitions
	 */
	MoveScripts.Leases drain() {
		// Leases come first: if a job is settled after that, it is found in one of the
		// sets that are read later
		MoveScripts.Leases leases = expireLeases();
		for (int place : PLACES) {
			String cursor = FIRST;
			do {
				MoveScripts.IdPage page = this.scripts.scan(this.source, place, cursor);
				move(elsewhere(page.ids()));
				cursor = page.next();
			}
			while (!cursor.equals(FIRST));
		}
		return leases;
	}

	private MoveScripts.Leases expireLeases() {
		MoveScripts.Leases leases = MoveScripts.Leases.NONE;
		String cursor = FIRST;
		do {
			MoveScripts.IdPage page = this.scripts.scan(this.source, RESERVED, cursor);
			List<String> ids = elsewhere(page.ids());
			for (int from = 0; from < ids.size(); from += MAX_JOBS) {
				leases = leases.and(this.scripts.expire(this.source, part(ids, from)));
			}
			cursor = page.next();
		}
		while (!cursor.equals(FIRST));
		return leases;
	}

	private void move(List<String> ids) {
		for (int from = 0; from < ids.size();) {
			MoveBatch batch = this.scripts.read(this.source, part(ids, from));
			if (!batch.ids().isEmpty()) {
				this.scripts.write(batch.group(this.target));
				this.scripts.delete(this.source, batch.ids());
				this.progress.moved(batch.ids().size());
			}
			from += batch.looked();
		}
	}

	private List<String> elsewhere(List<String> ids) {
		return ids.stream().filter((id) -> this.target.of(id).number() != this.source.number()).toList();
	}

	private static List<String> part(List<String> ids, int from) {
		return ids.subList(from, Math.min(ids.size(), from + MAX_JOBS));
	}

}
