// SPDX-License-Identifier: Apache-2.0

package io.delay.job;

import java.util.List;

/**
 * Thrown if a job was submitted with {@link ConflictPolicy#REJECT} and its id already
 * exists. The existing jobs are unchanged; the other jobs of the same call are stored.
 *
 * @since 0.1.0
 */
public final class JobExistsException extends RuntimeException {

	private final List<String> ids;

	private final transient List<SubmitResult> results;

	/**
	 * Create the exception.
	 * @param topics the topics of the rejected jobs
	 * @param ids the ids that already exist
	 * @param results one result per job of the call, in the same order
	 */
	public JobExistsException(List<String> topics, List<String> ids, List<SubmitResult> results) {
		super("Jobs with the ids " + ids + " already exist in topic " + topics.stream().distinct().toList()
				+ ", so the new jobs with these ids were not stored. Choose other ids, or submit with "
				+ "ConflictPolicy.KEEP or REPLACE");
		this.ids = List.copyOf(ids);
		this.results = List.copyOf(results);
	}

	/**
	 * Return the ids that already exist.
	 * @return the ids, in the order of the call
	 */
	public List<String> ids() {
		return this.ids;
	}

	/**
	 * Return one result per job of the call. The result of a rejected job has the status
	 * {@link SubmitStatus#EXISTING}.
	 * @return the results, in the order of the call
	 */
	public List<SubmitResult> results() {
		return this.results;
	}

}
