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

	public boolean isReadable() {
		return this.unreadable.isEmpty();
	}

	public @Nullable FailureReason problem() {
		return this.unreadable.stream()
			.findFirst()
			.map((part) -> new FailureReason(part.problem(), JobReader.UNKNOWN_HOST))
			.orElse(null);
	}

	public StoredJob shown(StoredJob shown) {
		return !this.unreadable.contains(Part.RECORD) ? shown : new StoredJob(shown.topic(), shown.id(), shown.state(),
				shown.time(), shown.dueTime(), null, shown.failures(), null, shown.holder());
	}

	public enum Part {

		RECORD("The record of the job cannot be read"),

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
