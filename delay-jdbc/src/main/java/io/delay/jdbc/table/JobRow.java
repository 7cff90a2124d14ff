// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.table;

import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.delay.store.FailureReason;
import io.delay.store.StoredJob;
import io.delay.store.life.StagedJob;

/**
 * A job as it was read.
 *
 * @param job the job, whose payload is empty if it was not read; default values stand for
 * what cannot be read
 * @param size the number of bytes of its payload
 * @param unreadable what cannot be read, usually nothing
 */
public record JobRow(StagedJob job, int size, Set<Part> unreadable) {

	/**
	 * Whether everything can be read.
	 * @return {@code false} if the job must not be delivered
	 */
	public boolean isReadable() {
		return this.unreadable.isEmpty();
	}

	/**
	 * Return why the job is buried if it cannot be read.
	 * @return the reason, {@code null} if the job can be read
	 */
	public @Nullable FailureReason problem() {
		return this.unreadable.stream()
			.findFirst()
			.map((part) -> new FailureReason(part.problem(), JobReader.UNKNOWN_HOST))
			.orElse(null);
	}

	/**
	 * Return the job as it is shown to users.
	 * @param shown the job with what was read of it
	 * @return the job, without its record if that cannot be read
	 */
	public StoredJob shown(StoredJob shown) {
		return !this.unreadable.contains(Part.RECORD) ? shown : new StoredJob(shown.topic(), shown.id(), shown.state(),
				shown.time(), shown.dueTime(), null, shown.failures(), null, shown.holder());
	}

	/**
	 * A part of a row.
	 */
	public enum Part {

		/** What the submit has stored, apart from the payload. */
		RECORD("The record of the job cannot be read"),

		/** The lease of a reserved job. */
		LEASE("The lease of the job cannot be read");

		private final String problem;

		Part(String problem) {
			this.problem = problem;
		}

		private String problem() {
			return this.problem;
		}

	}

}
