// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.work;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.delay.job.SubmitResult;
import io.delay.store.NewJob;
import io.delay.store.share.SharedCalls;

/**
 * The jobs of a thread that submits.
 */
final class PendingSubmit implements SharedCalls.Part {

	/** The approximate size of the other columns of a job. */
	private static final int ROW_BYTES = 200;

	/**
	 * Ends the waiting of the thread, with the call that it must make for all, or without
	 * parts if the call that contains it has ended.
	 */
	final CompletableFuture<List<PendingSubmit>> turn = new CompletableFuture<>();

	final List<NewJob> list;

	private final int bytes;

	/**
	 * Returns the results or throws an exception; {@code null} if the thread must submit
	 * its jobs in a transaction of their own.
	 */
	@Nullable Supplier<List<SubmitResult>> outcome;

	PendingSubmit(List<NewJob> list) {
		this.list = list;
		this.bytes = list.stream().mapToInt((job) -> ROW_BYTES + job.record().payload().length).sum();
	}

	@Override
	public int jobs() {
		return this.list.size();
	}

	@Override
	public int bytes() {
		return this.bytes;
	}

}
