// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.request;

import java.util.Arrays;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.util.StringUtils;

/**
 * The jobs of an operation, as the caller specified them: one by {@code id}, or many by
 * {@code ids}, which are one text because the actuator accepts no arrays. White space
 * separates the ids, because ids cannot contain it. Repeated ids count once.
 *
 * @param ids the ids, at least one
 * @param single whether the caller specified {@code id}
 */
public record JobIds(List<String> ids, boolean single) {

	/** The maximum number of ids of one request. */
	public static final int MAX_IDS = 10_000;

	private static final String EXAMPLES = "Specify one id as in id=4711, or several in 'ids', separated by white space";

	/**
	 * Whether an operation is on all jobs of a cause instead of jobs with given ids.
	 * @param cause the key of the cause
	 * @param id the id of the only job
	 * @param ids the ids of many jobs
	 * @throws InvalidEndpointRequestException if the cause and ids are specified, or
	 * nothing
	 */
	public static boolean isGroup(@Nullable String cause, @Nullable String id, @Nullable String ids) {
		OperationParameter group = new OperationParameter("cause", cause).notWith(new OperationParameter("id", id))
			.notWith(new OperationParameter("ids", ids));
		if (group.text() == null && !StringUtils.hasText(id) && !StringUtils.hasText(ids)) {
			String message = "Parameters 'id', 'ids' and 'cause' are missing. " + EXAMPLES
					+ ", or a cause as in cause=0123456789ab";
			throw new InvalidEndpointRequestException(message, message);
		}
		return group.text() != null;
	}

	/**
	 * Return the id of the only job of an operation.
	 * @param id the id that the caller specified
	 * @throws InvalidEndpointRequestException if it is missing
	 */
	public static String one(@Nullable String id) {
		return new OperationParameter("id", id).required("4711");
	}

	/**
	 * Return the jobs of an operation.
	 * @param id the id of the only job
	 * @param ids the ids of many jobs instead
	 * @throws InvalidEndpointRequestException if both or none are specified, or too many
	 */
	public static JobIds of(@Nullable String id, @Nullable String ids) {
		if (!StringUtils.hasText(id) && !StringUtils.hasText(ids)) {
			String message = "Parameters 'id' and 'ids' are missing. " + EXAMPLES;
			throw new InvalidEndpointRequestException(message, message);
		}
		if (!StringUtils.hasText(ids)) {
			return new JobIds(List.of(one(id)), true);
		}
		if (StringUtils.hasText(id)) {
			String message = "Parameters 'id' and 'ids' exclude each other. Specify one of them";
			throw new InvalidEndpointRequestException(message, message);
		}
		List<String> distinct = Arrays.stream(ids.strip().split("\\s+")).distinct().toList();
		if (distinct.size() > MAX_IDS) {
			String message = "Parameter 'ids' has " + distinct.size() + " ids. Specify at most " + MAX_IDS
					+ " in one request; nothing was changed";
			throw new InvalidEndpointRequestException(message, message);
		}
		return new JobIds(distinct, false);
	}

}
