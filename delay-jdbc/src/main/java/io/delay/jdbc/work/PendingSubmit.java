/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
