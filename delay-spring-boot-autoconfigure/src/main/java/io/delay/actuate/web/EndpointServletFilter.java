// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.web;

import java.io.IOException;
import java.util.function.BooleanSupplier;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.util.Assert;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Keeps the answers of the endpoint out of caches, and refuses changes that the page of
 * another site sends and bodies that would be ignored or cannot be read, in servlet
 * applications.
 *
 * @since 0.1.0
 */
public final class EndpointServletFilter extends OncePerRequestFilter {

	private final EndpointPath path;

	private final BooleanSupplier isSecured;

	/**
	 * Create a filter.
	 * @param isSecured whether Spring Security decides about requests of other sites
	 */
	public EndpointServletFilter(EndpointPath path, BooleanSupplier isSecured) {
		Assert.notNull(path, "'path' must not be null");
		Assert.notNull(isSecured, "'isSecured' must not be null");
		this.path = path;
		this.isSecured = isSecured;
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		// The part of the path after that of the dispatcher servlet, if it has one
		String path = (request.getPathInfo() != null) ? request.getPathInfo() : request.getServletPath();
		if (this.path.matches(path)) {
			response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
			Refusal refusal = refusal(request);
			if (refusal != null) {
				write(refusal, response);
				return;
			}
			chain.doFilter(request, new ExplainedResponse(response, request.getMethod()));
			return;
		}
		chain.doFilter(request, response);
	}

	private static void write(Refusal refusal, HttpServletResponse response) throws IOException {
		response.setStatus(refusal.problem().status());
		response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
		response.getOutputStream().write(refusal.problem().toJson());
	}

	private @Nullable Refusal refusal(HttpServletRequest request) throws IOException {
		String method = request.getMethod();
		if (CrossSiteWrite.isRefused(method, request::getHeader) && !this.isSecured.getAsBoolean()) {
			return Refusal.CROSS_SITE;
		}
		return (HttpMethod.DELETE.matches(method) && hasBody(request)) ? Refusal.BODY : null;
	}

	// The length of a body that is sent in chunks or by HTTP/2 is unknown
	private static boolean hasBody(HttpServletRequest request) throws IOException {
		long length = request.getContentLengthLong();
		return length > 0 || (length < 0 && request.getInputStream().read() >= 0);
	}

	/**
	 * A response that explains why the actuator did not accept a body, because Spring
	 * Boot reports only the status.
	 */
	private static final class ExplainedResponse extends HttpServletResponseWrapper {

		private final String method;

		private ExplainedResponse(HttpServletResponse response, String method) {
			super(response);
			this.method = method;
		}

		@Override
		public void sendError(int status) throws IOException {
			Refusal refusal = Refusal.ofBody(this.method, status);
			if (refusal == null) {
				super.sendError(status);
			}
			else {
				write(refusal, this);
			}
		}

		@Override
		public void sendError(int status, @Nullable String message) throws IOException {
			Refusal refusal = Refusal.ofBody(this.method, status);
			if (refusal == null) {
				super.sendError(status, message);
			}
			else {
				write(refusal, this);
			}
		}

	}

}
