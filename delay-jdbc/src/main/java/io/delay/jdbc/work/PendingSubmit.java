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
import java.util.concurrent.ExecutionException;

import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;

import io.delay.job.SubmitResult;
import io.delay.store.NewJob;
import io.delay.store.share.SharedCalls;

/**
 * The jobs of a thread that waits for the answer to a shared call. The answer is given
 * once, either by another thread or by the waiting thread when it stops waiting.
 */
final class PendingSubmit implements SharedCalls.Part {

	/** The approximate size of the other columns of a job. */
	private static final int ROW_BYTES = 200;

	private final List<NewJob> jobs;

	private final int bytes;

	/** Only for the thread that makes the call. */
	private @Nullable List<SubmitResult> results;

	private final CompletableFuture<Answer> answer = new CompletableFuture<>();

	PendingSubmit(List<NewJob> jobs) {
		this.jobs = jobs;
		this.bytes = jobs.stream().mapToInt((job) -> ROW_BYTES + job.record().payload().length).sum();
	}

	List<NewJob> list() {
		return this.jobs;
	}

	@Override
	public int jobs() {
		return this.jobs.size();
	}

	@Override
	public int bytes() {
		return this.bytes;
	}

	/**
	 * Give the results.
	 * @param results the results in the order of the jobs
	 */
	void done(List<SubmitResult> results) {
		this.results = results;
		answer(new Done(results));
	}

	/**
	 * Return the results to the thread that has made the call and has given them.
	 * @return the results, {@code null} if there are none
	 */
	@Nullable List<SubmitResult> results() {
		return this.results;
	}

	/**
	 * Give the answer.
	 * @param answer the answer
	 * @return whether it is the first one, so that the thread will receive it
	 */
	boolean answer(Answer answer) {
		return this.answer.complete(answer);
	}

	Answer await() throws InterruptedException {
		try {
			return this.answer.get();
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException(ex); // Never completed with an exception
		}
	}

	/**
	 * Stop waiting.
	 * @return the answer if there is one already, otherwise {@link Left}
	 */
	Answer leave() {
		this.answer.complete(new Left());
		return this.answer.join();
	}

	/**
	 * What the waiting thread must do.
	 */
	sealed interface Answer {

	}

	/**
	 * It makes a call.
	 *
	 * @param call the parts of the call, one of which is its own
	 */
	record Lead(List<PendingSubmit> call) implements Answer {

	}

	/**
	 * It returns results.
	 *
	 * @param results the results
	 */
	record Done(List<SubmitResult> results) implements Answer {

	}

	/**
	 * It throws an exception.
	 *
	 * @param failure the exception
	 */
	record Failed(DataAccessException failure) implements Answer {

	}

	/**
	 * It submits its jobs in a transaction of their own, because that of the call was
	 * rolled back.
	 */
	record Alone() implements Answer {

	}

	/**
	 * It has stopped waiting.
	 */
	record Left() implements Answer {

	}

}
