// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.request;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

import io.delay.store.admin.JobPosition;

/**
 * The text form of a position between two pages.
 */
public final class PageToken {

	private static final String EXAMPLE = "2030-01-31T08:00:00Z,4711";

	private PageToken() {
	}

	public static @Nullable String of(@Nullable JobPosition position) {
		return (position != null) ? position.time() + "," + position.id() : null;
	}

	public static @Nullable JobPosition parse(OperationParameter after) {
		if (after.text() == null) {
			return null;
		}
		String[] parts = after.text().split(",", 2);
		String id = new OperationParameter(after.name(), (parts.length > 1) ? parts[1] : null).required(EXAMPLE);
		return new JobPosition(new OperationParameter(after.name(), parts[0]).asInstant(Instant.EPOCH), id);
	}

}
