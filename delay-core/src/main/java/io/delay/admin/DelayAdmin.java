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
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

import io.delay.admin.bulk.BulkRequest;
import io.delay.admin.bulk.BulkResult;
import io.delay.admin.failures.FailureGroups;
import io.delay.job.DueTime;
import io.delay.job.JobRules;
import io.delay.job.JobState;
import io.delay.job.SubmitResult;
import io.delay.store.JobStore;
import io.delay.store.StoredJob;
import io.delay.store.admin.ActiveConsumer;
import io.delay.store.admin.AuditPage;
import io.delay.store.admin.EditResult;
import io.delay.store.admin.ForgetResult;
import io.delay.store.admin.JobEdit;
import io.delay.store.admin.JobPage;
import io.delay.store.admin.JobPosition;
import io.delay.store.admin.JobStoreAdministrator;
import io.delay.store.admin.JobStoreInspector;
import io.delay.store.admin.PageOrder;
import io.delay.store.admin.TopicStatus;
import io.delay.store.history.JobLife;
import io.delay.store.history.RunPage;
import io.delay.store.history.RunPosition;
import io.delay.store.throughput.TopicThroughput;

/**
 * The default implementation of {@link DelayAdminOperations}, based on a
 * {@link JobStore}. This class is thread-safe.
 *
 * @since 0.1.0
 */
public final class DelayAdmin implements DelayAdminOperations {

	private static final LongConsumer UNWATCHED = (jobs) -> {
	};

	private final JobStore store;

	private final JobStoreInspector inspector;

	private final JobStoreAdministrator administrator;

	private final DelayAdminOptions options;

	private final OperatorTrail trail;

	private final TopicViews views;

	private final JobActions jobs;

	private final BulkActions bulk;

	private final TopicActions topics;

	/**
	 * Create an admin with the options {@link DelayAdminOptions#defaults()}.
	 * @param store the store of the jobs
	 * @param inspector the inspector of the same store
	 * @param administrator the administrator of the same store
	 */
	public DelayAdmin(JobStore store, JobStoreInspector inspector, JobStoreAdministrator administrator) {
		this(store, inspector, administrator, DelayAdminOptions.defaults());
	}

	/**
	 * Create an admin.
	 * @param store the store of the jobs
	 * @param inspector the inspector of the same store
	 * @param administrator the administrator of the same store
	 * @param options the options
	 */
	public DelayAdmin(JobStore store, JobStoreInspector inspector, JobStoreAdministrator administrator,
			DelayAdminOptions options) {
		this(store, inspector, administrator, options, null);
	}

	private DelayAdmin(JobStore store, JobStoreInspector inspector, JobStoreAdministrator administrator,
			DelayAdminOptions options, @Nullable OperatorTrail trail) {
		Assert.notNull(store, "'store' must not be null");
		Assert.notNull(inspector, "'inspector' must not be null");
		Assert.notNull(administrator, "'administrator' must not be null");
		Assert.notNull(options, "'options' must not be null");
		this.store = store;
		this.inspector = inspector;
		this.administrator = administrator;
		this.options = options;
		this.trail = (trail != null) ? trail : new OperatorTrail(options);
		this.views = new TopicViews(inspector);
		this.jobs = new JobActions(store, administrator, options, this.trail);
		this.bulk = new BulkActions(inspector, administrator, options.clock(), this.trail);
		this.topics = new TopicActions(administrator, this.trail);
	}

	@Override
	public DelayAdmin actingAs(String operator) {
		Assert.hasText(operator, "'operator' must not be empty");
		return new DelayAdmin(this.store, this.inspector, this.administrator, this.options, this.trail.of(operator));
	}

	@Override
	public Set<String> topics() {
		return this.views.topics();
	}

	@Override
	public TopicStatus status(String topic) {
		return this.views.status(topic);
	}

	@Override
	public TopicStatus statusWithoutSizes(String topic) {
		return this.views.statusWithoutSizes(topic);
	}

	@Override
	public List<ActiveConsumer> consumers(String topic) {
		return this.views.consumers(topic);
	}

	@Override
	public JobPage page(String topic, JobState state, @Nullable JobPosition after, int limit) {
		return this.views.page(topic, state, PageOrder.OLDEST_FIRST, after, limit);
	}

	@Override
	public JobPage page(String topic, JobState state, PageOrder order, @Nullable JobPosition after, int limit) {
		return this.views.page(topic, state, order, after, limit);
	}

	@Override
	public Optional<StoredJob> find(String topic, String id) {
		return this.views.find(topic, id);
	}

	@Override
	public RunPage history(String topic, @Nullable RunPosition after, int limit) {
		return this.views.history(topic, after, limit);
	}

	@Override
	public RunPage history(String topic, String id, @Nullable RunPosition after, int limit) {
		return this.views.history(topic, id, after, limit);
	}

	@Override
	public Optional<JobLife> life(String topic, String id) {
		return this.views.life(topic, id);
	}

	@Override
	public List<ForecastInterval> forecast(String topic, Instant from, Instant to, Duration interval) {
		return this.views.forecast(topic, from, to, interval);
	}

	@Override
	public TopicThroughput throughput(String topic) {
		return this.views.throughput(topic);
	}

	@Override
	public Optional<JobState> kick(String topic, String id) {
		return kick(topic, id, Duration.ZERO);
	}

	@Override
	public Optional<JobState> kick(String topic, String id, Duration delay) {
		return kick(topic, List.of(JobRules.checkStoredId(id)), delay).get(0);
	}

	@Override
	public List<Optional<JobState>> kick(String topic, List<String> ids) {
		return kick(topic, ids, Duration.ZERO);
	}

	@Override
	public List<Optional<JobState>> kick(String topic, List<String> ids, Duration delay) {
		return this.jobs.kick(topic, ids, delay);
	}

	@Override
	public long kickAll(String topic) {
		return kickAll(topic, Duration.ZERO);
	}

	@Override
	public long kickAll(String topic, Duration delay) {
		return kickAll(topic, delay, BulkRequest.ALL).jobs();
	}

	@Override
	public BulkResult kickAll(String topic, Duration delay, BulkRequest request) {
		return this.bulk.kickAll(topic, delay, request);
	}

	@Override
	public FailureGroups failureGroups(String topic) {
		return this.views.failureGroups(topic);
	}

	@Override
	public long kickGroup(String topic, String cause, Duration spread, LongConsumer progress) {
		return this.bulk.kickGroup(topic, cause, spread, BulkRequest.ALL, progress).jobs();
	}

	@Override
	public BulkResult kickGroup(String topic, String cause, Duration spread, BulkRequest request) {
		return this.bulk.kickGroup(topic, cause, spread, request, UNWATCHED);
	}

	@Override
	public long cancelGroup(String topic, String cause, LongConsumer progress) {
		return this.bulk.cancelGroup(topic, cause, BulkRequest.ALL, progress).jobs();
	}

	@Override
	public BulkResult cancelGroup(String topic, String cause, BulkRequest request) {
		return this.bulk.cancelGroup(topic, cause, request, UNWATCHED);
	}

	@Override
	public Optional<JobState> bury(String topic, String id, String reason) {
		return bury(topic, List.of(JobRules.checkStoredId(id)), reason).get(0);
	}

	@Override
	public List<Optional<JobState>> bury(String topic, List<String> ids, String reason) {
		return this.jobs.bury(topic, ids, reason);
	}

	@Override
	public SubmitResult submit(String topic, Supplier<SubmitResult> submit) {
		return this.jobs.submit(topic, submit);
	}

	@Override
	public Optional<JobState> cancel(String topic, String id) {
		return this.jobs.cancel(topic, id);
	}

	@Override
	public List<Optional<JobState>> cancel(String topic, List<String> ids) {
		return this.jobs.cancel(topic, ids);
	}

	@Override
	public List<Optional<JobState>> reschedule(String topic, List<String> ids, Duration delay) {
		return this.jobs.reschedule(topic, ids, DueTime.after(delay));
	}

	@Override
	public List<Optional<JobState>> reschedule(String topic, List<String> ids, Instant dueTime) {
		return this.jobs.reschedule(topic, ids, DueTime.at(dueTime));
	}

	@Override
	public EditResult edit(String topic, String id, JobEdit edit) {
		return this.jobs.edit(topic, id, edit);
	}

	@Override
	public long purge(String topic) {
		return this.bulk.purge(topic);
	}

	@Override
	public long purge(String topic, JobState state) {
		return purge(topic, state, BulkRequest.ALL).jobs();
	}

	@Override
	public BulkResult purge(String topic, JobState state, BulkRequest request) {
		return this.bulk.purge(topic, state, request);
	}

	@Override
	public boolean pause(String topic) {
		return this.topics.pause(topic);
	}

	@Override
	public boolean resume(String topic) {
		return this.topics.resume(topic);
	}

	@Override
	public ForgetResult forget(String topic) {
		return this.topics.forget(topic);
	}

	@Override
	public AuditPage audit(String topic, @Nullable String step) {
		return this.views.audit(topic, step);
	}

	@Override
	public AuditReport auditAll(String topic, int maxFindings) {
		return this.views.auditAll(topic, maxFindings);
	}

}
