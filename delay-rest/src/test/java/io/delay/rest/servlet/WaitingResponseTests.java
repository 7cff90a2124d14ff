// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.servlet;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletResponse;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link WaitingResponse}.
 */
class WaitingResponseTests {

	private final RecordedResponse recorded = new RecordedResponse();

	private final AtomicInteger failures = new AtomicInteger();

	private final Queue<Runnable> tasks = new ArrayDeque<>();

	private final WaitingResponse response = new WaitingResponse(this.recorded, this.tasks::add,
			this.failures::incrementAndGet);

	@Test
	void nothingIsWrittenBeforeAWait() throws Exception {
		assertThat(this.response.writeSpace()).isCompleted();
		assertThat(this.tasks).isEmpty();
		assertThat(this.response.endWaiting()).isCompletedWithValue(false);
	}

	@Test
	void firstSpaceSendsTheHeaders() throws Exception {
		this.response.startWaiting();
		CompletableFuture<Void> written = this.response.writeSpace();
		assertThat(written).isNotDone();
		assertThat(this.recorded.isCommitted()).isFalse();
		runTask();
		assertThat(written).isCompleted();
		assertThat(this.recorded.getStatus()).isEqualTo(200);
		assertThat(this.recorded.getContentType()).isEqualTo("application/json");
		assertThat(this.recorded.getHeader("Cache-Control")).isEqualTo("no-store");
		assertThat(this.recorded.isCommitted()).isTrue();
		this.response.writeSpace();
		runTask();
		assertThat(this.recorded.getContentAsString()).isEqualTo("  ");
		assertThat(this.recorded.flushes).isEqualTo(2);
		assertThat(this.response.endWaiting()).isCompletedWithValue(true);
		assertThat(this.failures).hasValue(0);
	}

	@Test
	void secondSpaceIsNotRequestedBeforeTheFirstIsWritten() {
		this.response.startWaiting();
		CompletableFuture<Void> first = this.response.writeSpace();
		assertThat(this.response.writeSpace()).isSameAs(first);
		assertThat(this.tasks).hasSize(1);
		assertThat(this.response.isBlocked()).isFalse();
	}

	@Test
	void nothingIsWrittenAfterTheWait() throws Exception {
		this.response.startWaiting();
		CompletableFuture<Void> requested = this.response.writeSpace();
		assertThat(this.response.endWaiting()).isCompletedWithValue(false);
		runTask();
		assertThat(requested).isCompleted();
		assertThat(this.response.writeSpace()).isCompleted();
		assertThat(this.tasks).isEmpty();
		assertThat(this.recorded.getContentAsString()).isEmpty();
	}

	@Test
	void endOfTheWaitFollowsAWriteInProgress() {
		this.response.startWaiting();
		this.response.writeSpace();
		this.recorded.duringWrite = () -> {
			CompletableFuture<Boolean> end = this.response.endWaiting();
			assertThat(end).isNotDone();
			this.recorded.end = end;
		};
		runTask();
		assertThat(this.recorded.end).isCompletedWithValue(true);
	}

	@Test
	void failureIsReported() {
		this.response.startWaiting();
		CompletableFuture<Void> written = this.response.writeSpace();
		this.recorded.failure = new IOException("reset");
		runTask();
		assertThat(this.failures).hasValue(1);
		assertThat(written).isCompleted();
	}

	@Test
	void stoppedThreadsWriteNothing() {
		WaitingResponse stopped = new WaitingResponse(this.recorded, (task) -> {
			throw new RejectedExecutionException();
		}, this.failures::incrementAndGet);
		stopped.startWaiting();
		assertThat(stopped.writeSpace()).isCompleted();
		assertThat(stopped.endWaiting()).isCompletedWithValue(false);
		assertThat(this.failures).hasValue(0);
	}

	private void runTask() {
		this.tasks.remove().run();
	}

	/**
	 * A response whose writes are recorded and can fail.
	 */
	private static final class RecordedResponse extends MockHttpServletResponse {

		private int flushes;

		private Runnable duringWrite = () -> {
		};

		private IOException failure;

		private CompletableFuture<Boolean> end;

		@Override
		public void flushBuffer() {
			this.flushes++;
			this.duringWrite.run();
			if (this.failure != null) {
				throw new IllegalStateException(this.failure);
			}
			super.flushBuffer();
		}

	}

}
