// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.servlet;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;

/**
 * The response to a request that waits. Spaces are written to it on other threads,
 * because a write blocks for as long as the client does not read; no thread waits for a
 * write while it holds the lock of this object. When the wait has ended and no write is
 * in progress, only the thread that writes the result uses the response.
 */
final class WaitingResponse {

	// Longer than a busy server needs to write a space
	private static final long MAX_WRITE_TIME = Duration.ofSeconds(5).toNanos();

	private final HttpServletResponse response;

	private final Executor writers;

	private final Runnable onFailure;

	private boolean isWaiting;

	private boolean isStatusSent;

	// The write of a space that was requested and has not ended, null if there is none
	private @Nullable CompletableFuture<Void> write;

	private long writeRequestedAt;

	private boolean isWriting;

	/**
	 * Create a response that does not wait yet.
	 * @param onFailure called if a space cannot be written; must return at once
	 */
	WaitingResponse(HttpServletResponse response, Executor writers, Runnable onFailure) {
		this.response = response;
		this.writers = writers;
		this.onFailure = onFailure;
	}

	synchronized void startWaiting() {
		this.isWaiting = true;
	}

	/**
	 * End the wait.
	 * @return a future that is completed when no write is in progress; its value is
	 * whether the status was sent
	 */
	synchronized CompletableFuture<Boolean> endWaiting() {
		this.isWaiting = false;
		return (this.write != null && this.isWriting) ? this.write.thenApply((written) -> isStatusSent())
				: CompletableFuture.completedFuture(this.isStatusSent);
	}

	private synchronized boolean isStatusSent() {
		return this.isStatusSent;
	}

	/** Whether the last space was requested seconds ago and is still not written. */
	synchronized boolean isBlocked() {
		return this.write != null && System.nanoTime() - this.writeRequestedAt > MAX_WRITE_TIME;
	}

	/**
	 * Write a space on another thread, if the request waits.
	 * @return a future that is completed when the space was written, if it cannot be
	 * written, or if the request does not wait
	 */
	synchronized CompletableFuture<Void> writeSpace() {
		if (this.write != null) {
			return this.write;
		}
		CompletableFuture<Void> requested = new CompletableFuture<>();
		if (!this.isWaiting) {
			requested.complete(null);
			return requested;
		}
		try {
			this.writers.execute(() -> write(requested));
			this.write = requested;
			this.writeRequestedAt = System.nanoTime();
		}
		catch (RejectedExecutionException ex) {
			// The application is stopping
			requested.complete(null);
		}
		return requested;
	}

	private void write(CompletableFuture<Void> requested) {
		try {
			if (begin()) {
				sendSpace();
			}
		}
		catch (IOException | RuntimeException ex) {
			this.onFailure.run();
		}
		finally {
			end();
			requested.complete(null);
		}
	}

	private synchronized boolean begin() {
		this.isWriting = this.isWaiting;
		return this.isWriting;
	}

	private synchronized void end() {
		this.isWriting = false;
		this.write = null;
	}

	private void sendSpace() throws IOException {
		if (!isStatusSent()) {
			this.response.setStatus(HttpServletResponse.SC_OK);
			this.response.setContentType(MediaType.APPLICATION_JSON_VALUE);
			this.response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
			statusSent();
		}
		this.response.getOutputStream().write(' ');
		this.response.flushBuffer();
	}

	private synchronized void statusSent() {
		this.isStatusSent = true;
	}

}
