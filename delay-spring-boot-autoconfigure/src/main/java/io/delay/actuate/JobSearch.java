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

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.util.Assert;

import io.delay.actuate.descriptor.FoundJobsDescriptor;
import io.delay.actuate.request.OperationParameter;
import io.delay.admin.DelayAdminOperations;
import io.delay.job.JobRules;
import io.delay.store.StoredJob;
import io.delay.store.history.JobLife;

/**
 * Searches many topics for an id.
 */
final class JobSearch {

	/** The maximum number of topics of one request, each of which costs two reads. */
	static final int MAX_TOPICS = 500;

	private final DelayAdminOperations admin;

	JobSearch(DelayAdminOperations admin) {
		this.admin = admin;
	}

	/**
	 * Search topics in alphabetical order.
	 * @param id the id of the job
	 * @param limit the maximum number of topics to search
	 * @param after the topic after which the search continues
	 * @return the jobs and finished runs with this id
	 */
	FoundJobsDescriptor find(String id, @Nullable String limit, @Nullable String after) {
		JobRules.checkStoredId(id);
		int most = new OperationParameter("limit", limit).asNumber(MAX_TOPICS);
		Assert.isTrue(most >= 1 && most <= MAX_TOPICS, () -> "Limit " + most + " must be 1 to " + MAX_TOPICS);
		String last = new OperationParameter("after", after).orElse("");
		List<String> rest = this.admin.topics().stream().filter((topic) -> topic.compareTo(last) > 0).toList();
		List<String> some = rest.subList(0, Math.min(most, rest.size()));
		List<FoundJobsDescriptor.Found> found = new ArrayList<>();
		List<String> unread = new ArrayList<>();
		for (String topic : some) {
			try {
				this.admin.life(topic, id).ifPresent((life) -> found.add(describe(topic, life)));
			}
			catch (IllegalStateException | IllegalArgumentException | TransientDataAccessResourceException ex) {
				// For instance, it is being moved to another number of partitions, or
				// another program has given it an invalid name
				unread.add(topic);
			}
		}
		return new FoundJobsDescriptor(id, found, some.size(), unread.isEmpty() ? null : unread,
				(some.size() < rest.size()) ? some.get(some.size() - 1) : null);
	}

	private static FoundJobsDescriptor.Found describe(String topic, JobLife life) {
		StoredJob job = life.job();
		if (job != null) {
			return new FoundJobsDescriptor.Found(topic, job.state(), job.time());
		}
		Instant finished = life.runs().get(0).times().finished();
		return new FoundJobsDescriptor.Found(topic, null, finished);
	}

}
