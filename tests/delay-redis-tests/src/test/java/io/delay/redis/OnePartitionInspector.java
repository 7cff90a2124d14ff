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

import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.delay.store.StoredJob;
import io.delay.store.admin.ActiveConsumer;
import io.delay.store.admin.AuditFinding;
import io.delay.store.admin.AuditPage;
import io.delay.store.admin.FailedJob;
import io.delay.store.admin.FailedJobPage;
import io.delay.store.admin.ForecastRequest;
import io.delay.store.admin.JobPage;
import io.delay.store.admin.JobPageRequest;
import io.delay.store.admin.JobPosition;
import io.delay.store.admin.JobStoreInspector;
import io.delay.store.admin.TopicStatus;
import io.delay.store.history.FinishedRun;
import io.delay.store.history.RunPage;
import io.delay.store.history.RunPageRequest;
import io.delay.store.throughput.TopicThroughput;

/**
 * The read side of a store all of whose jobs are led into one partition.
 */
final class OnePartitionInspector implements JobStoreInspector {

	private final JobStoreInspector inspector;

	private final OnePartitionIds ids;

	OnePartitionInspector(JobStoreInspector inspector, OnePartitionIds ids) {
		this.inspector = inspector;
		this.ids = ids;
	}

	@Override
	public Optional<StoredJob> find(String topic, String id) {
		return this.inspector.find(topic, this.ids.lead(id)).map(this::original);
	}

	@Override
	public TopicStatus status(String topic) {
		return this.inspector.status(topic);
	}

	@Override
	public JobPage page(JobPageRequest request) {
		JobPosition after = request.after();
		JobPosition led = (after != null) ? new JobPosition(after.time(), this.ids.lead(after.id())) : null;
		JobPage page = this.inspector
			.page(new JobPageRequest(request.topic(), request.state(), request.order(), led, request.limit()));
		JobPosition next = page.next();
		return new JobPage(page.jobs().stream().map(this::original).toList(),
				(next != null) ? new JobPosition(next.time(), this.ids.original(next.id())) : null);
	}

	private StoredJob original(StoredJob job) {
		return new StoredJob(job.topic(), this.ids.original(job.id()), job.state(), job.time(), job.dueTime(),
				job.record(), job.failures(), job.version(), job.holder());
	}

	@Override
	public RunPage runs(RunPageRequest request) {
		String id = request.id();
		RunPage page = this.inspector.runs(new RunPageRequest(request.topic(), (id != null) ? this.ids.lead(id) : null,
				request.after(), request.limit()));
		return new RunPage(page.runs().stream().map(this::original).toList(), page.next());
	}

	private FinishedRun original(FinishedRun run) {
		return new FinishedRun(run.topic(), this.ids.original(run.id()), run.outcome(), run.attempts(), run.host(),
				run.times(), run.record());
	}

	@Override
	public FailedJobPage failures(String topic, @Nullable JobPosition after, int limit) {
		JobPosition led = (after != null) ? new JobPosition(after.time(), this.ids.lead(after.id())) : null;
		FailedJobPage page = this.inspector.failures(topic, led, limit);
		JobPosition next = page.next();
		return new FailedJobPage(page.jobs()
			.stream()
			.map((job) -> new FailedJob(this.ids.original(job.id()), job.time(), job.error(), job.version()))
			.toList(), (next != null) ? new JobPosition(next.time(), this.ids.original(next.id())) : null);
	}

	@Override
	public List<Long> forecast(ForecastRequest request) {
		return this.inspector.forecast(request);
	}

	@Override
	public TopicThroughput throughput(String topic) {
		return this.inspector.throughput(topic);
	}

	@Override
	public AuditPage audit(String topic, @Nullable String step) {
		AuditPage page = this.inspector.audit(topic, step);
		return new AuditPage(page.checked(), page.findings().stream().map(this::original).toList(), page.next());
	}

	private AuditFinding original(AuditFinding finding) {
		String id = finding.id();
		return new AuditFinding((id != null) ? this.ids.original(id) : null, finding.problem());
	}

	@Override
	public Set<String> topics() {
		return this.inspector.topics();
	}

	@Override
	public List<ActiveConsumer> consumers(String topic) {
		return this.inspector.consumers(topic);
	}

}
