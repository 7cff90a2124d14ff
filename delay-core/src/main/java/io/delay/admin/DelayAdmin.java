// SPDX-License-Identifier: Apache-2.0

package io.delay.admin;

import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

import io.delay.store.JobStore;
import io.delay.store.admin.JobStoreAdministrator;
import io.delay.store.admin.JobStoreInspector;

/**
 * The default implementation of {@link DelayAdminOperations}, based on a
 * {@link JobStore}. This class is thread-safe.
 *
 * @since 0.1.0
 */
public final class DelayAdmin implements DelayAdminOperations {

	private final JobStore store;

	private final JobStoreInspector inspector;

	private final JobStoreAdministrator administrator;

	private final DelayAdminOptions options;

	private final OperatorTrail trail;

	private final JobOperations jobs;

	private final BulkOperations bulk;

	private final TopicOperations topics;

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
		this.jobs = new JobActions(store, inspector, administrator, options, this.trail);
		this.bulk = new BulkActions(inspector, administrator, options.clock(), this.trail);
		this.topics = new TopicActions(inspector, administrator, this.trail);
	}

	@Override
	public DelayAdmin actingAs(String operator) {
		Assert.hasText(operator, "'operator' must not be empty");
		return new DelayAdmin(this.store, this.inspector, this.administrator, this.options, this.trail.of(operator));
	}

	@Override
	public TopicOperations topics() {
		return this.topics;
	}

	@Override
	public JobOperations jobs() {
		return this.jobs;
	}

	@Override
	public BulkOperations bulk() {
		return this.bulk;
	}

}
