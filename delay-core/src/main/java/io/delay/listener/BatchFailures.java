// SPDX-License-Identifier: Apache-2.0

package io.delay.listener;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

/**
 * Thrown by a handler of batches to name the jobs that failed. Each of these jobs ends as
 * if it had been handled alone and its handler had thrown the cause. All other jobs of
 * the batch are acknowledged. The cause of this exception is the cause of the job that
 * was added first.
 * <p>
 * This is a checked exception, because Spring's declarative transactions commit after a
 * checked exception by default. After a rollback, the work of the acknowledged jobs would
 * be lost.
 *
 * @since 0.1.0
 */
public final class BatchFailures extends Exception {

	private static final long serialVersionUID = 1L;

	private final Map<Integer, Throwable> byIndex = new LinkedHashMap<>();

	private final Map<String, Throwable> byId = new LinkedHashMap<>();

	/**
	 * Create an exception that names no job.
	 */
	public BatchFailures() {
	}

	/**
	 * Add a job that failed.
	 * @param index the index of the job in the lists that the handler was called with,
	 * starting at 0
	 * @param cause why it failed; if the job was added before, the first cause applies
	 * @return this exception
	 */
	public BatchFailures add(int index, Throwable cause) {
		Assert.notNull(cause, "'cause' must not be null");
		Assert.isTrue(index >= 0, () -> "Index " + index + " must not be negative");
		causedBy(cause);
		this.byIndex.putIfAbsent(index, cause);
		return this;
	}

	/**
	 * Add a job that failed.
	 * @param cause why it failed; if the job was added before, the first cause applies
	 * @return this exception
	 */
	public BatchFailures add(JobContext job, Throwable cause) {
		Assert.notNull(job, "'job' must not be null");
		Assert.notNull(cause, "'cause' must not be null");
		causedBy(cause);
		this.byId.putIfAbsent(job.id(), cause);
		return this;
	}

	// Must be called before the job is added, because only the first cause is set
	private void causedBy(Throwable cause) {
		if (isEmpty()) {
			initCause(cause);
		}
	}

	/**
	 * Whether no job has been added.
	 * @return {@code true} if this exception names no job
	 */
	public boolean isEmpty() {
		return this.byIndex.isEmpty() && this.byId.isEmpty();
	}

	/**
	 * Throw this exception if a job has been added.
	 * @throws BatchFailures this exception
	 */
	public void throwIfAny() throws BatchFailures {
		if (!isEmpty()) {
			throw this;
		}
	}

	/**
	 * Return the cause of the failure of each job of a batch.
	 * @param jobs the contexts of all jobs, in the order of the lists that the handler
	 * was called with
	 * @return the causes in the same order, {@code null} for each job that did not fail
	 * @throws IllegalArgumentException if a job that failed is not in the batch
	 */
	public List<@Nullable Throwable> causes(List<JobContext> jobs) {
		List<@Nullable Throwable> causes = new ArrayList<>(jobs.size());
		Set<String> ids = new HashSet<>();
		for (int i = 0; i < jobs.size(); i++) {
			String id = jobs.get(i).id();
			ids.add(id);
			causes.add(this.byIndex.getOrDefault(i, this.byId.get(id)));
		}
		if (!ids.containsAll(this.byId.keySet())
				|| this.byIndex.keySet().stream().anyMatch((index) -> index >= jobs.size())) {
			// Suppressed instead of the cause, because the types of causes determine
			// whether jobs are delivered again
			IllegalArgumentException invalid = new IllegalArgumentException(
					"The failures name a job that is not in the batch of " + jobs.size() + " jobs");
			invalid.addSuppressed(this);
			throw invalid;
		}
		return causes;
	}

	@Override
	public String getMessage() {
		return (this.byIndex.size() + this.byId.size()) + " job(s) of the batch failed";
	}

}
