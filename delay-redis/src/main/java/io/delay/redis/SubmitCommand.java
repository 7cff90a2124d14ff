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

package io.delay.redis;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.springframework.dao.DataAccessException;

import io.delay.job.ConflictPolicy;
import io.delay.job.SubmitResult;
import io.delay.job.SubmitStatus;
import io.delay.store.NewJob;
import io.delay.store.SubmitOutcomeUnknownException;

/**
 * Sends jobs to Redis in calls of bounded size.
 */
final class SubmitCommand {

	private static final int MAX_JOBS = 500;

	private static final int MAX_BYTES = 256 * 1024;

	private static final int REPLY_WIDTH = 3;

	private final ScriptRunner runner;

	private final TopicRegistry topics;

	SubmitCommand(ScriptRunner runner, TopicRegistry topics) {
		this.runner = runner;
		this.topics = topics;
	}

	// Store jobs. Once a call has been sent, whatever goes wrong with it or a later one
	// leaves the outcome of the whole unknown to the caller, who gets no results.
	List<SubmitResult> execute(List<NewJob> jobs) {
		List<SubmitResult> results = new ArrayList<>(Collections.nCopies(jobs.size(), null));
		boolean sent = false;
		try {
			for (Map.Entry<PartitionKeys, List<Integer>> group : group(jobs).entrySet()) {
				Flight flight = new Flight(group.getKey());
				for (int index : group.getValue()) {
					byte[] record = JobRecordCodec.encode(jobs.get(index).record());
					if (!flight.hasRoomFor(record)) {
						flight.send(jobs, results);
						sent = true;
						flight = new Flight(group.getKey());
					}
					flight.add(index, jobs.get(index), record);
				}
				flight.send(jobs, results);
				sent = true;
			}
		}
		catch (NoReplyException ex) {
			throw unknown(jobs, ex);
		}
		catch (DataAccessException ex) {
			throw sent ? unknown(jobs, ex) : ex;
		}
		return results;
	}

	private Map<PartitionKeys, List<Integer>> group(List<NewJob> jobs) {
		Map<String, List<Integer>> byTopic = new LinkedHashMap<>();
		for (int i = 0; i < jobs.size(); i++) {
			byTopic.computeIfAbsent(jobs.get(i).topic(), (topic) -> new ArrayList<>()).add(i);
		}
		Map<PartitionKeys, List<Integer>> groups = new LinkedHashMap<>();
		byTopic.forEach((topic, indexes) -> groups.put(this.topics.partition(topic), indexes));
		return groups;
	}

	private static SubmitOutcomeUnknownException unknown(List<NewJob> jobs, DataAccessException cause) {
		return new SubmitOutcomeUnknownException(jobs.stream().map(NewJob::topic).distinct().toList(),
				jobs.stream().map(NewJob::id).toList(), cause);
	}

	/**
	 * The jobs of one call.
	 */
	private final class Flight {

		private final PartitionKeys partition;

		private final ScriptArguments arguments;

		private final List<Integer> indexes = new ArrayList<>();

		private int bytes;

		Flight(PartitionKeys partition) {
			this.partition = partition;
			this.arguments = new ScriptArguments(partition);
		}

		boolean hasRoomFor(byte[] record) {
			return this.indexes.isEmpty()
					|| (this.indexes.size() < MAX_JOBS && this.bytes + record.length <= MAX_BYTES);
		}

		void add(int index, NewJob job, byte[] record) {
			this.indexes.add(index);
			this.bytes += record.length;
			this.arguments.add(job.id())
				.add(job.dueTime())
				.add(((job.onConflict() == ConflictPolicy.REPLACE) ? "1" : "0")
						+ PriorityLetter.of(job.record().priority()))
				.add(record);
		}

		void send(List<NewJob> jobs, List<SubmitResult> results) {
			List<Object> reply = SubmitCommand.this.runner.run(RedisScript.SUBMIT, this.partition, this.arguments);
			for (int i = 0; i < this.indexes.size(); i++) {
				int index = this.indexes.get(i);
				int at = REPLY_WIDTH * i;
				results.set(index,
						new SubmitResult(jobs.get(index).id(), SubmitStatus.values()[((Long) reply.get(at)).intValue()],
								Instant.ofEpochMilli((Long) reply.get(at + 1)),
								States.of(reply.get(at + 2)).orElse(null)));
			}
		}

	}

}
