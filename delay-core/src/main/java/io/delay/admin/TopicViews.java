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

package io.delay.admin;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

import io.delay.admin.failures.FailureGroups;
import io.delay.job.JobRules;
import io.delay.job.JobState;
import io.delay.store.StoredJob;
import io.delay.store.admin.ActiveConsumer;
import io.delay.store.admin.AuditFinding;
import io.delay.store.admin.AuditPage;
import io.delay.store.admin.JobPage;
import io.delay.store.admin.JobPageRequest;
import io.delay.store.admin.JobPosition;
import io.delay.store.admin.JobStoreInspector;
import io.delay.store.admin.PageOrder;
import io.delay.store.admin.TopicStatus;
import io.delay.store.history.JobLife;
import io.delay.store.history.RunPage;
import io.delay.store.history.RunPageRequest;
import io.delay.store.history.RunPosition;
import io.delay.store.throughput.TopicThroughput;

/**
 * What an operator sees of topics and jobs.
 */
final class TopicViews {

	private final JobStoreInspector inspector;

	TopicViews(JobStoreInspector inspector) {
		this.inspector = inspector;
	}

	Set<String> topics() {
		return Collections.unmodifiableSet(new TreeSet<>(this.inspector.topics()));
	}

	TopicStatus status(String topic) {
		return this.inspector.status(JobRules.checkTopic(topic));
	}

	TopicStatus statusWithoutSizes(String topic) {
		return this.inspector.statusWithoutSizes(JobRules.checkTopic(topic));
	}

	List<ActiveConsumer> consumers(String topic) {
		return this.inspector.consumers(JobRules.checkTopic(topic));
	}

	JobPage page(String topic, JobState state, PageOrder order, @Nullable JobPosition after, int limit) {
		return new PageReader(this.inspector).read(new JobPageRequest(topic, state, order, after, limit));
	}

	Optional<StoredJob> find(String topic, String id) {
		return this.inspector.find(JobRules.checkTopic(topic), JobRules.checkStoredId(id));
	}

	RunPage history(String topic, @Nullable RunPosition after, int limit) {
		return new PageReader(this.inspector).read(new RunPageRequest(topic, null, after, limit));
	}

	RunPage history(String topic, String id, @Nullable RunPosition after, int limit) {
		return new PageReader(this.inspector).read(new RunPageRequest(topic, JobRules.checkStoredId(id), after, limit));
	}

	Optional<JobLife> life(String topic, String id) {
		StoredJob job = find(topic, id).orElse(null);
		RunPage page = history(topic, id, null, JobLife.MAX_RUNS);
		return (job != null || !page.runs().isEmpty())
				? Optional.of(new JobLife(job, page.runs(), page.searchedBackTo())) : Optional.empty();
	}

	List<ForecastInterval> forecast(String topic, Instant from, Instant to, Duration interval) {
		ForecastRange forecast = ForecastRange.of(topic, from, to, interval);
		return forecast.due(this.inspector.forecast(forecast.request()));
	}

	TopicThroughput throughput(String topic) {
		return this.inspector.throughput(JobRules.checkTopic(topic));
	}

	FailureGroups failureGroups(String topic) {
		return new FailureScan(this.inspector, JobRules.checkTopic(topic)).groups();
	}

	AuditPage audit(String topic, @Nullable String step) {
		return this.inspector.audit(JobRules.checkTopic(topic), step);
	}

	AuditReport auditAll(String topic, int maxFindings) {
		Assert.isTrue(maxFindings >= 0, () -> "Max findings " + maxFindings + " must not be negative");
		long checked = 0;
		long found = 0;
		List<AuditFinding> findings = new ArrayList<>();
		String step = null;
		do {
			AuditPage page = audit(topic, step);
			checked += page.checked();
			found += page.findings().size();
			page.findings().stream().limit(maxFindings - findings.size()).forEach(findings::add);
			step = page.next();
		}
		while (step != null);
		return new AuditReport(checked, found, findings);
	}

}
