// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.servlet;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import jakarta.servlet.http.HttpServletResponse;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.DeferredResultProcessingInterceptor;

import io.delay.rest.http.ClientConnection;
import io.delay.rest.http.HangUpAction;

/**
 * A connection of a servlet container. Servlet containers do not report that a client has
 * closed its connection while a request is processed asynchronously; only writes fail.
 * Therefore a space is written every second while a request waits, because JSON allows
 * spaces before a value. The first space also sends the status and the headers. A client
 * that does not read is treated like a client that has hung up.
 */
final class ServletConnection implements ClientConnection, DeferredResultProcessingInterceptor {

	private static final long PROBE_SECONDS = 1;

	private final SpaceWriter spaces;

	private final WaitingResponse response;

	private final HangUpAction hangUp = new HangUpAction();

	ServletConnection(HttpServletResponse response, SpaceWriter spaces) {
		this.spaces = spaces;
		this.response = new WaitingResponse(response, spaces::execute, this::hungUp);
	}

	@Override
	public void startWaiting() {
		this.response.startWaiting();
		this.spaces.add(this);
	}

	@Override
	public CompletableFuture<Boolean> endWaiting() {
		this.spaces.remove(this);
		return this.response.endWaiting();
	}

	@Override
	public void onHangUp(Runnable action) {
		this.hangUp.set(action);
	}

	@Override
	public boolean probe() {
		try {
			this.response.writeSpace().get(PROBE_SECONDS, TimeUnit.SECONDS);
		}
		catch (TimeoutException ex) {
			hungUp();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException("The write of a space has failed unexpectedly", ex);
		}
		return !this.hangUp.isHungUp();
	}

	/**
	 * Begin to check whether the client is still connected. Does not block: if the client
	 * has hung up, this is detected later.
	 */
	void check() {
		if (this.response.isBlocked()) {
			hungUp();
		}
		else {
			this.response.writeSpace();
		}
	}

	void hungUp() {
		endWaiting();
		this.hangUp.run();
	}

	@Override
	public <T> boolean handleTimeout(NativeWebRequest request, DeferredResult<T> result) {
		hungUp();
		return true;
	}

	@Override
	public <T> boolean handleError(NativeWebRequest request, DeferredResult<T> result, Throwable failure) {
		hungUp();
		return true;
	}

	// The servlet container can use the response for another request from now on
	@Override
	public <T> void afterCompletion(NativeWebRequest request, DeferredResult<T> result) {
		endWaiting();
	}

}
