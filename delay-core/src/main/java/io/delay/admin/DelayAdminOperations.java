// SPDX-License-Identifier: Apache-2.0

package io.delay.admin;

/**
 * Operations with which an operator views and changes jobs and topics.
 * <p>
 * All methods throw {@link IllegalArgumentException} if a topic, an id, a time or a
 * number is invalid, before they access the store, and
 * {@link org.springframework.dao.DataAccessException} if the store is unreachable. If a
 * change may nevertheless have been carried out, the exception is an
 * {@link io.delay.store.OutcomeUnknownException}.
 * <p>
 * An operation on many jobs is carried out in atomic steps of at most 100 jobs, so that
 * it does not block the store. If the first step fails, its exception is thrown; if a
 * later step fails, a {@link PartlyDoneException} with the number of processed jobs is
 * thrown. In both cases the call can be repeated.
 * <p>
 * Each change is logged at INFO with the operator, the action and the number of jobs, and
 * published as a {@link io.delay.event.DelayAdminEvent}. A call that changes nothing is
 * logged at DEBUG.
 *
 * @since 0.1.0
 */
public interface DelayAdminOperations {

	/**
	 * Return an admin that acts for a named operator, as in
	 * {@code delayAdmin.actingAs("alice").topics().pause("orders")}. Without this call,
	 * {@link CurrentOperator} determines the operator; if it returns no name, the
	 * application is recorded.
	 * @param operator the name, which is stored with pauses and included in logs and
	 * events; see {@link io.delay.store.admin.Operator} for the handling of unprintable
	 * characters
	 * @return an admin that acts for that operator
	 */
	DelayAdminOperations actingAs(String operator);

	/**
	 * Return the operations on topics.
	 * @return the operations: status, consumers, forecast, throughput, pause, resume,
	 * forget, audit
	 */
	TopicOperations topics();

	/**
	 * Return the operations on jobs with given ids, and the lists of jobs and runs.
	 * @return the operations: page, find, history, kick, bury, cancel, reschedule, edit
	 */
	JobOperations jobs();

	/**
	 * Return the operations on all jobs of a state or of a cause of failure.
	 * @return the operations: groups of failures, kick, cancel and purge
	 */
	BulkOperations bulk();

}
