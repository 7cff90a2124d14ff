// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.servlet;

import java.time.Duration;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.context.request.async.AsyncWebRequest;
import org.springframework.web.context.request.async.WebAsyncUtils;

import io.delay.rest.http.ClientConnection;

/**
 * Creates the connections of requests with Spring MVC.
 */
final class ServletConnections implements DisposableBean {

	static final String ATTRIBUTE = ServletConnection.class.getName();

	// Longer than a reserve may wait; replaces the timeout that the application has set
	// for its requests
	private static final long TIMEOUT_MILLIS = 60_000;

	private final SpaceWriter spaces = new SpaceWriter(Duration.ofSeconds(1));

	ClientConnection of(NativeWebRequest webRequest, HttpServletRequest request, HttpServletResponse response) {
		ServletConnection connection = new ServletConnection(response, this.spaces);
		if (webRequest instanceof AsyncWebRequest asyncRequest) {
			asyncRequest.setTimeout(TIMEOUT_MILLIS);
		}
		request.setAttribute(ATTRIBUTE, connection);
		WebAsyncUtils.getAsyncManager(request).registerDeferredResultInterceptor(ATTRIBUTE, connection);
		return connection;
	}

	@Override
	public void destroy() {
		this.spaces.close();
	}

}
