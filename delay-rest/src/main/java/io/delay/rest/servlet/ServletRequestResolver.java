// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.servlet;

import java.io.IOException;
import java.io.InputStream;
import java.security.Principal;
import java.util.concurrent.Semaphore;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.util.Assert;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

import io.delay.rest.http.AuthenticatedName;
import io.delay.rest.http.BodyBudget;
import io.delay.rest.http.BodyLimit;
import io.delay.rest.http.BodyReceiver;
import io.delay.rest.http.BodyShare;
import io.delay.rest.http.RequestHead;
import io.delay.rest.http.RestRequest;

/**
 * Resolves arguments of type {@link RestRequest} with Spring MVC.
 */
final class ServletRequestResolver implements HandlerMethodArgumentResolver {

	private static final int BUFFER_SIZE = 8192;

	private final BodyLimit limit;

	private final BodyBudget budget;

	private final ServletConnections connections;

	private final Semaphore arriving;

	/**
	 * Create a resolver.
	 * @param maxArriving the maximum number of threads that wait for the rest of a body
	 */
	ServletRequestResolver(BodyLimit limit, BodyBudget budget, ServletConnections connections, int maxArriving) {
		this.limit = limit;
		this.budget = budget;
		this.connections = connections;
		this.arriving = new Semaphore(maxArriving);
	}

	@Override
	public boolean supportsParameter(MethodParameter parameter) {
		return parameter.getParameterType() == RestRequest.class;
	}

	@Override
	public RestRequest resolveArgument(MethodParameter parameter, @Nullable ModelAndViewContainer container,
			NativeWebRequest webRequest, @Nullable WebDataBinderFactory binderFactory) {
		HttpServletRequest request = webRequest.getNativeRequest(HttpServletRequest.class);
		HttpServletResponse response = webRequest.getNativeResponse(HttpServletResponse.class);
		Assert.state(request != null && response != null, "The request does not belong to a servlet container");
		BodyShare share = this.budget.open();
		return new RestRequest(head(request), () -> body(request, share), share,
				this.connections.of(webRequest, request, response));
	}

	private static RequestHead head(HttpServletRequest request) {
		Principal principal = request.getUserPrincipal();
		return new RequestHead(HttpMethod.valueOf(request.getMethod()), request.getRequestURI(),
				request.getQueryString(), request.getContentType(), request.getHeader(HttpHeaders.ACCEPT),
				AuthenticatedName.of(principal));
	}

	private byte[] body(HttpServletRequest request, BodyShare share) {
		this.limit.checkLength(request.getContentLengthLong());
		this.budget.checkRoom(request.getContentLengthLong());
		boolean isArriving = false;
		try {
			InputStream in = request.getInputStream();
			if (request.getContentLengthLong() < 0 || in.available() < request.getContentLengthLong()) {
				isArriving = this.arriving.tryAcquire();
				if (!isArriving) {
					throw BodyBudget.tooManyArriving();
				}
			}
			return receive(in, new BodyReceiver(this.limit, share));
		}
		catch (IOException ex) {
			throw BodyLimit.unreadable();
		}
		finally {
			if (isArriving) {
				this.arriving.release();
			}
		}
	}

	private static byte[] receive(InputStream in, BodyReceiver receiver) throws IOException {
		byte[] buffer = new byte[BUFFER_SIZE];
		for (int count = in.read(buffer); count != -1; count = in.read(buffer)) {
			receiver.receive(buffer, count);
		}
		return receiver.body();
	}

}
