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

package io.delay.rest.servlet;

import java.io.IOException;

import jakarta.servlet.http.HttpServletResponse;
import org.springframework.http.MediaType;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.DeferredResultProcessingInterceptor;

import io.delay.rest.http.ClientConnection;
import io.delay.rest.http.HangUpAction;

/**
 * A connection of a servlet container. Servlet containers do not report that a client has
 * closed its connection while a request is processed asynchronously; only writes fail.
 * Therefore a space is written every second while a request waits, because JSON allows
 * spaces before a value. The first space also sends the status and the headers.
 * <p>
 * All writes during the wait are made under the lock of this object. After the wait, only
 * the thread that writes the result uses the response.
 */
final class ServletConnection implements ClientConnection, DeferredResultProcessingInterceptor {

	private final HttpServletResponse response;

	private final SpaceWriter spaces;

	private final HangUpAction hangUp = new HangUpAction();

	private boolean isWaiting;

	private boolean isStatusSent;

	ServletConnection(HttpServletResponse response, SpaceWriter spaces) {
		this.response = response;
		this.spaces = spaces;
	}

	@Override
	public synchronized void startWaiting() {
		this.isWaiting = true;
		this.spaces.add(this);
	}

	@Override
	public synchronized boolean endWaiting() {
		this.isWaiting = false;
		this.spaces.remove(this);
		return this.isStatusSent;
	}

	@Override
	public void onHangUp(Runnable action) {
		this.hangUp.set(action);
	}

	@Override
	public boolean probe() {
		return writeSpace();
	}

	/**
	 * Write a space if the request still waits.
	 * @return {@code false} if the client has hung up
	 */
	boolean writeSpace() {
		if (isWritten()) {
			return true;
		}
		hungUp();
		return false;
	}

	private synchronized boolean isWritten() {
		if (!this.isWaiting) {
			return !this.hangUp.isHungUp();
		}
		try {
			if (!this.isStatusSent) {
				this.response.setStatus(HttpServletResponse.SC_OK);
				this.response.setContentType(MediaType.APPLICATION_JSON_VALUE);
				this.isStatusSent = true;
			}
			this.response.getOutputStream().write(' ');
			this.response.flushBuffer();
			return true;
		}
		catch (IOException | IllegalStateException ex) {
			endWaiting();
			return false;
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

}
