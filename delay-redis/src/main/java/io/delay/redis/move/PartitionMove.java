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
 * Drains one partition of the jobs that belong elsewhere. Those that belong there are
 * left as they are, those under a lease until it has ended.
 */
final class PartitionMove {

	/** More at once would hold up the server. */
	private static final int MAX_JOBS = 500;

	private static final int RESERVED = 4;

	/** Waiting, failed, and waiting with another priority: the numbers of the keys. */
	private static final int[] PLACES = { 3, 6, 8, 9 };

	private static final String FIRST = "0";

	private final MoveScripts scripts;

	private final PartitionKeys source;

	private final TopicPartitions target;

	private final MoveProgress progress;

	/**
	 * Create a source.
	 * @param scripts of the move
	 * @param source the partition
	 * @param target where its jobs are to be
	 * @param progress told what was moved
	 */
	PartitionMove(MoveScripts scripts, PartitionKeys source, TopicPartitions target, MoveProgress progress) {
		this.scripts = scripts;
		this.source = source;
		this.target = target;
		this.progress = progress;
	}

	/**
	 * Move what can be moved.
	 * @return the leases of jobs that belong elsewhere
	 */
	MoveScripts.Leases drain() {
		// First: what is settled after this look is in one of the other places by then
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
