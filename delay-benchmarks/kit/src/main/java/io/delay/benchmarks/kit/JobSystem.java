// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.kit;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * One system of delayed jobs under test, on one fresh store.
 *
 * @since 0.1.0
 */
public interface JobSystem extends AutoCloseable {

	/**
	 * Describe the system.
	 * @return name, version and the settings that matter, in one line
	 */
	String description();

	/**
	 * Whether the store is Redis, from which the workloads read the CPU time, the memory
	 * and the number of commands.
	 */
	default boolean usesRedis() {
		return true;
	}

	/**
	 * Return the CPU time that a store other than Redis has used so far.
	 * @return the time in seconds, NaN if it is unknown
	 */
	default double storeCpuSeconds() {
		return Double.NaN;
	}

	/**
	 * Submit one job; the calling thread waits until it is stored. Called by many threads
	 * at once.
	 * @param delay when the job may first run, from now
	 */
	void submit(String payload, Duration delay);

	/**
	 * Submit one job in a transaction that also inserts a row of the application. Called
	 * by many threads at once.
	 * @param delay when the job may first run, from now
	 */
	default void submitInTransaction(String payload, Duration delay) {
		throw new UnsupportedOperationException("The system takes no part in transactions of a database");
	}

	/**
	 * Insert a row of the application in a transaction, without a job. Called by many
	 * threads at once.
	 * @param payload the text of the row
	 */
	default void insertInTransaction(String payload) {
		throw new UnsupportedOperationException("The system takes no part in transactions of a database");
	}

	/**
	 * Submit a batch if the system supports batches, otherwise the jobs one by one.
	 * @param payloads the payload of each job
	 * @param delay when the jobs may first run, from now
	 */
	void submitAll(List<String> payloads, Duration delay);

	/**
	 * Start consuming. Called at most once.
	 * @param workers how many jobs are handled at the same time
	 * @param handler takes the payload of each job, never throws
	 */
	void start(int workers, Consumer<String> handler);

	/** Stop consuming and release the store. */
	@Override
	void close();

}
