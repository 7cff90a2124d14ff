// SPDX-License-Identifier: Apache-2.0

package io.delay.template;

import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

import org.springframework.core.NestedRuntimeException;

/**
 * Thrown if {@linkplain AfterCommitOperations operations} failed after the transaction
 * had committed. The changes of the transaction are stored. All operations that this
 * exception does not name were carried out. This is not a
 * {@link org.springframework.dao.DataAccessException}, so that code that repeats a
 * transaction after such an exception does not repeat a committed one.
 *
 * @since 0.1.0
 */
public final class AfterCommitException extends NestedRuntimeException {

	private final List<Failure> failures;

	/**
	 * Create the exception.
	 * @param failures the operations that failed, at least one
	 * @param total the number of operations of the transaction
	 */
	public AfterCommitException(List<Failure> failures, int total) {
		super("The transaction has committed, but " + failures.size() + " of its " + total
				+ " operations on jobs failed: " + describe(failures)
				+ ". Repeat these operations in this order, not the transaction. "
				+ "If the outcome is unknown, look up the job first", failures.get(0).cause());
		this.failures = List.copyOf(failures);
		failures.stream()
			.map(Failure::cause)
			.distinct()
			.filter((cause) -> cause != getCause())
			.forEach(this::addSuppressed);
	}

	private static String describe(List<Failure> failures) {
		Map<String, String> ids = failures.stream()
			.collect(Collectors.groupingBy(AfterCommitException::describe, LinkedHashMap::new,
					Collectors.mapping(Failure::id, Collectors.joining(", ", "[", "]"))));
		return ids.entrySet()
			.stream()
			.map((entry) -> entry.getKey() + " " + entry.getValue() + ")")
			.collect(Collectors.joining("; "));
	}

	private static String describe(Failure failure) {
		String operation = failure.operation().name().toLowerCase(Locale.ROOT);
		String outcome = switch (failure.outcome()) {
			case NOT_EXECUTED -> " was not carried out";
			case REJECTED -> " was rejected because the id already exists";
			case UNKNOWN -> " has an unknown outcome";
		};
		return operation + outcome + " (topic '" + failure.topic() + "', jobs";
	}

	/**
	 * Return the operations that failed.
	 * @return the failures, one per job, in the order in which the operations were
	 * carried out
	 */
	public List<Failure> failures() {
		return this.failures;
	}

	/**
	 * An operation that failed.
	 *
	 * @param topic the topic of the job
	 * @param id the id of the job, which may be a generated one
	 * @param outcome what is known about the operation
	 * @param cause the exception
	 */
	public record Failure(Operation operation, String topic, String id, Outcome outcome,
			Throwable cause) implements Serializable {

	}

	/**
	 * An operation on a job.
	 */
	public enum Operation {

		/**
		 * The job was to be submitted.
		 */
		SUBMIT,

		/**
		 * The job was to be cancelled.
		 */
		CANCEL,

		/**
		 * The job was to be rescheduled.
		 */
		RESCHEDULE

	}

	/**
	 * What is known about a failed operation.
	 */
	public enum Outcome {

		/**
		 * The operation was not carried out: it failed, the store was unreachable, or an
		 * earlier operation on the same job failed. It can be repeated.
		 */
		NOT_EXECUTED,

		/**
		 * The job was not stored because its id already exists and its policy is
		 * {@link io.delay.job.ConflictPolicy#REJECT}.
		 */
		REJECTED,

		/**
		 * It is unknown whether the operation was carried out, because the store did not
		 * answer.
		 */
		UNKNOWN

	}

}
