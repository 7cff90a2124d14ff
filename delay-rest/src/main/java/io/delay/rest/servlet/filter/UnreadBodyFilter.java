// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.servlet.filter;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Semaphore;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import org.apache.catalina.connector.ClientAbortException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.util.StringUtils;
import org.springframework.web.filter.OncePerRequestFilter;

import io.delay.rest.problem.Problem;
import io.delay.rest.problem.ProblemType;

/**
 * Closes the connection of a client that sends a body slowly which was not read, for
 * instance because the client has no valid credentials. Tomcat would wait for the rest on
 * a thread, without a limit. The rest is read for a short time first, on few threads,
 * because a client that is still sending may lose the response if the connection is
 * closed. Reads with a body are refused.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
public final class UnreadBodyFilter extends OncePerRequestFilter {

	private static final Set<String> READS = Set.of("GET", "HEAD");

	private static final Set<String> WITH_BODY = Set.of("POST", "PUT", "PATCH");

	private static final Duration MAX_TIME = Duration.ofSeconds(10);

	private static final int MAX_SIZE = 16 * 1024 * 1024;

	private final String path;

	private final Semaphore readers;

	/**
	 * Create a filter.
	 * @param path the start of the paths whose requests are checked
	 * @param threads the number of threads of Tomcat, of which a quarter may read the
	 * rest of bodies
	 */
	public UnreadBodyFilter(String path, int threads) {
		this.path = path;
		this.readers = new Semaphore(Math.max(1, threads / 4));
	}

	@Override
	protected boolean shouldNotFilter(HttpServletRequest request) {
		// Decoded by the server, as the paths of controllers are
		String path = (request.getPathInfo() != null) ? request.getPathInfo() : request.getServletPath();
		return !path.startsWith(this.path);
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		if (!hasBody(request)) {
			chain.doFilter(request, response);
			return;
		}
		HttpServletResponse open = new OpenResponse(response);
		// A controller that ignores the body would answer before it has arrived
		if (READS.contains(request.getMethod())) {
			ServletAnswer.write(Problem.of(ProblemType.INVALID_REQUEST,
					"GET and HEAD have no body. Send parameters in the query string"), open);
		}
		// Spring MVC would read the whole form before the operation is called
		else if (isForm(request) && !"POST".equals(request.getMethod())) {
			ServletAnswer.write(Problem.of(ProblemType.UNSUPPORTED_MEDIA_TYPE,
					"Forms are not supported. Send the header 'Content-Type: application/json'; nothing was changed"),
					open);
		}
		else {
			chain.doFilter(request, open);
		}
		if (!isRead(request, response) && !request.getInputStream().isFinished()) {
			response.flushBuffer();
			if (!response.isCommitted()) {
				// Tomcat sends the page of an error after the filters
				response.setHeader(HttpHeaders.CONNECTION, "close");
				return;
			}
			if (!readRest(request)) {
				open.getOutputStream().close();
				// Makes Tomcat close the connection, without a message in the log
				throw new ClientAbortException("The rest of the body was not sent in time");
			}
		}
	}

	private static boolean isForm(HttpServletRequest request) {
		return StringUtils.startsWithIgnoreCase(request.getContentType(), MediaType.APPLICATION_FORM_URLENCODED_VALUE);
	}

	private static boolean hasBody(HttpServletRequest request) {
		return request.getContentLengthLong() > 0 || request.getHeader("Transfer-Encoding") != null;
	}

	// The end of a body in chunks may be left after the value in it was parsed
	private static boolean isRead(HttpServletRequest request, HttpServletResponse response) {
		return request.isAsyncStarted() || (response.getStatus() < 400 && WITH_BODY.contains(request.getMethod()));
	}

	// A client that expects a status before it sends the body does not send it after a
	// refusal
	private boolean readRest(HttpServletRequest request) throws IOException {
		if (request.getHeader("Expect") != null || !this.readers.tryAcquire()) {
			return false;
		}
		try {
			long startedAt = System.nanoTime();
			byte[] buffer = new byte[8192];
			int size = 0;
			ServletInputStream body = request.getInputStream();
			while (size <= MAX_SIZE && System.nanoTime() - startedAt < MAX_TIME.toNanos()) {
				int count = body.read(buffer);
				if (count == -1) {
					return true;
				}
				size += count;
			}
			return false;
		}
		catch (IOException ex) {
			return false;
		}
		finally {
			this.readers.release();
		}
	}

	/**
	 * A response whose errors have no declared length, because Tomcat closes the body of
	 * the request when the declared length has been written.
	 */
	private static final class OpenResponse extends HttpServletResponseWrapper {

		OpenResponse(HttpServletResponse response) {
			super(response);
		}

		@Override
		public void setContentLength(int length) {
			setContentLengthLong(length);
		}

		@Override
		public void setContentLengthLong(long length) {
			if (getStatus() < 400) {
				super.setContentLengthLong(length);
			}
		}

		@Override
		public void setHeader(String name, String value) {
			if (getStatus() < 400 || !HttpHeaders.CONTENT_LENGTH.equalsIgnoreCase(name)) {
				super.setHeader(name, value);
			}
		}

		@Override
		public void addHeader(String name, String value) {
			if (getStatus() < 400 || !HttpHeaders.CONTENT_LENGTH.equalsIgnoreCase(name)) {
				super.addHeader(name, value);
			}
		}

	}

}
