// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.http;

import java.time.Duration;

import org.springframework.util.unit.DataSize;

import io.delay.rest.problem.ProblemException;
import io.delay.rest.problem.ProblemType;

/**
 * The maximum size of the body of a request, and the maximum time in which it must
 * arrive, because a body that does not arrive completely occupies memory.
 *
 * @param gap the maximum time without a byte, if the server has none of its own
 */
public record BodyLimit(DataSize size, Duration time, Duration gap) {

	private static final Duration MAX_TIME = Duration.ofMinutes(1);

	private static final Duration MAX_GAP = Duration.ofSeconds(5);

	/** Create a limit with the maximum times of all applications. */
	public BodyLimit(DataSize size) {
		this(size, MAX_TIME, MAX_GAP);
	}

	public int bytes() {
		return Math.toIntExact(this.size.toBytes());
	}

	/**
	 * Check the length that a client declares.
	 * @param length the number of bytes, negative if it is unknown
	 * @throws ProblemException if the length exceeds the maximum
	 */
	public void checkLength(long length) {
		if (length > bytes()) {
			throw exceeded();
		}
	}

	/** Create the exception for a body that could not be read. */
	public static ProblemException unreadable() {
		return ProblemException.invalid("The body could not be read, because it ended early, arrived too slowly "
				+ "or is encoded incorrectly. Send it again; nothing was changed");
	}

	private ProblemException exceeded() {
		return new ProblemException(ProblemType.REQUEST_TOO_LARGE,
				"The body has more than " + bytes() + " bytes. Send fewer jobs in one request; nothing was changed");
	}

}
