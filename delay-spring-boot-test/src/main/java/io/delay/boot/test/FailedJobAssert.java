// SPDX-License-Identifier: Apache-2.0

package io.delay.boot.test;

import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;

import io.delay.store.StoredJob;

/**
 * Assertions about a failed job.
 *
 * @since 0.1.0
 */
public final class FailedJobAssert extends AbstractAssert<FailedJobAssert, StoredJob> {

	/** Guards against cyclic causes. */
	private static final int MAX_CAUSES = 32;

	private final @Nullable Throwable exception;

	FailedJobAssert(StoredJob actual, @Nullable Throwable exception) {
		super(actual, FailedJobAssert.class);
		this.exception = exception;
	}

	/**
	 * Verify that the handler threw an exception of a type on its last attempt, or an
	 * exception that has a cause of this type.
	 * @return this assertion
	 */
	public FailedJobAssert with(Class<? extends Throwable> type) {
		if (!isCausedBy(type)) {
			throw failureWithCause(this.exception, "Expected job '%s' of topic '%s' to have failed with %s, but: %s",
					this.actual.id(), this.actual.topic(), type.getName(), reason());
		}
		return this;
	}

	/**
	 * Verify that the reason of the failure, as it is stored with the job, contains a
	 * text.
	 * @return this assertion
	 */
	public FailedJobAssert withReasonContaining(String text) {
		if (!reason().contains(text)) {
			failWithMessage("Expected job '%s' of topic '%s' to have failed with a reason that contains '%s', but: %s",
					this.actual.id(), this.actual.topic(), text, reason());
		}
		return this;
	}

	private boolean isCausedBy(Class<? extends Throwable> type) {
		Throwable candidate = this.exception;
		for (int i = 0; i < MAX_CAUSES && candidate != null; i++) {
			if (type.isInstance(candidate)) {
				return true;
			}
			candidate = candidate.getCause();
		}
		return false;
	}

	private AssertionError failureWithCause(@Nullable Throwable cause, String message, Object... arguments) {
		AssertionError failure = failure(message, arguments);
		if (cause != null) {
			failure.addSuppressed(cause);
		}
		return failure;
	}

	private String reason() {
		return (this.actual.failures() != null) ? this.actual.failures().last().error() : "unknown";
	}

}
