// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.request;

import java.time.Instant;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;

import io.delay.admin.bulk.BulkPosition;
import io.delay.admin.bulk.BulkRequest;

/**
 * How many jobs a request of an operation on many jobs processes, and where it continues.
 *
 * @param limited whether the caller specified a limit or a position, so that the answer
 * shows the progress
 */
public record BulkParameters(BulkRequest request, boolean limited) {

	/** The maximum limit, so that a request ends soon. */
	public static final int MAX_LIMIT = 10_000;

	/**
	 * Return the parameters of a request.
	 * @param limit the maximum number of jobs
	 * @param after the position after the previous request
	 * @return the parameters; without a limit all jobs are processed
	 * @throws InvalidEndpointRequestException if a parameter is invalid
	 */
	public static BulkParameters of(@Nullable String limit, @Nullable String after) {
		OperationParameter most = new OperationParameter("limit", limit);
		OperationParameter position = new OperationParameter("after", after);
		int jobs = most.asNumber(Integer.MAX_VALUE);
		if (most.text() != null && (jobs < 1 || jobs > MAX_LIMIT)) {
			String message = "Parameter 'limit' must be 1 to " + MAX_LIMIT + ", but is " + jobs
					+ "; nothing was changed";
			throw new InvalidEndpointRequestException(message, message);
		}
		return new BulkParameters(
				new BulkRequest(position.as(BulkParameters::parse, "'next' of the previous response"), jobs),
				most.text() != null || position.text() != null);
	}

	/**
	 * Return the text form of a position.
	 * @param position the position, {@code null} if the operation is complete
	 * @return the text, {@code null} if there is no position
	 */
	public static @Nullable String text(@Nullable BulkPosition position) {
		if (position == null) {
			return null;
		}
		Instant until = position.until();
		return position.done() + "," + position.total() + "," + position.begin() + ((until != null) ? "," + until : "");
	}

	private static BulkPosition parse(String text) {
		String[] parts = text.split(",", -1);
		if (parts.length < 3 || parts.length > 4) {
			throw new IllegalArgumentException("Not a position");
		}
		return new BulkPosition(Instant.parse(parts[2]), (parts.length > 3) ? Instant.parse(parts[3]) : null,
				Integer.parseInt(parts[1]), Integer.parseInt(parts[0]));
	}

}
