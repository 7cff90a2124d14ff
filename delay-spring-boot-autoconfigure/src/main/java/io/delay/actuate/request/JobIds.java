// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.request;

import java.util.Arrays;
import java.util.List;

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
	 * @throws ProblemException if the cause and ids are specified, or nothing
	 */
	public static boolean isGroup(EndpointParameters parameters) {
		parameters.checkNotBoth("cause", "id");
		parameters.checkNotBoth("cause", "ids");
		boolean isGroup = parameters.text("cause") != null;
		if (!isGroup && parameters.text("id") == null && parameters.text("ids") == null) {
			throw ProblemException.invalid("Parameters 'id', 'ids' and 'cause' are missing. " + EXAMPLES
					+ ", or a cause as in cause=0123456789ab");
		}
		return isGroup;
	}

	public static String one(EndpointParameters parameters) {
		return parameters.required("id", "4711");
	}

	/**
	 * Return the jobs of an operation.
	 * @throws ProblemException if an id and many ids or none are specified, or too many
	 */
	public static JobIds of(EndpointParameters parameters) {
		String ids = parameters.text("ids");
		boolean hasId = parameters.text("id") != null;
		if (ids == null && !hasId) {
			throw ProblemException.invalid("Parameters 'id' and 'ids' are missing. " + EXAMPLES);
		}
		if (ids == null) {
			return new JobIds(List.of(one(parameters)), true);
		}
		if (hasId) {
			throw ProblemException.invalid("Parameters 'id' and 'ids' exclude each other. Specify one of them");
		}
		List<String> distinct = Arrays.stream(ids.strip().split("\\s+")).distinct().toList();
		if (distinct.size() > MAX_IDS) {
			throw ProblemException.invalid("Parameter 'ids' has " + distinct.size() + " ids. Specify at most " + MAX_IDS
					+ " in one request; nothing was changed");
		}
		return new JobIds(distinct, false);
	}

}
