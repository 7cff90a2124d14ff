// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.wait;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.web.servlet.FilterRegistrationBean;

import io.delay.job.Job;
import io.delay.rest.RestApplication;
import io.delay.rest.RestApplication.Web;
import io.delay.rest.RestClientForTests;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for clients of Spring MVC that do not read what they are sent, so that a write to
 * them blocks, and for waits whose answer cannot be written.
 */
@Timeout(120)
@Tag("thorough")
class BlockedClientTests {

	private final BlockingFilter filter = new BlockingFilter();

	private RestApplication application;

	private RestClientForTests client;

	private DelayTemplate template;

	@BeforeEach
	void start() {
		this.application = RestApplication.start(Web.MVC, RestApplication.open(), (context) -> {
			context.registerBean("blocking", Filter.class, () -> this.filter);
			context.registerBean("synchronous", FilterRegistrationBean.class, BlockedClientTests::synchronous);
		});
		this.client = new RestClientForTests(this.application.address());
		this.template = this.application.bean(DelayTemplate.class);
	}

	// Requests to this topic cannot be processed asynchronously
	private static FilterRegistrationBean<Filter> synchronous() {
		FilterRegistrationBean<Filter> filter = new FilterRegistrationBean<>(
				(request, response, chain) -> chain.doFilter(request, response));
		filter.setAsyncSupported(false);
		filter.addUrlPatterns("/delay/v1/topics/synchronous/*");
		return filter;
	}

	@AfterEach
	void stop() {
		this.filter.released.countDown();
		this.application.close();
	}

	@Test
	void blockedClientDelaysNoOtherClient() throws Exception {
		CompletableFuture<HttpResponse<String>> blocked = reserve("blocked", "3s", true);
		this.filter.awaitBlocked();
		HttpResponse<String> other = reserve("other", "3s", false).get(30, TimeUnit.SECONDS);
		assertThat(other.body()).startsWith(" ").endsWith("{\"jobs\":[]}");
		assertThat(blocked).isNotDone();
		this.filter.released.countDown();
		assertThat(blocked.get(30, TimeUnit.SECONDS).body().strip()).isEqualTo("{\"jobs\":[]}");
	}

	@Test
	void blockedClientFreesItsPlace() throws Exception {
		reserve("blocked", "20s", true);
		this.filter.awaitBlocked();
		Awaitility.await().atMost(Duration.ofSeconds(15)).until(() -> this.application.waiting() == 0);
	}

	@Test
	void jobGoesToTheNextClientOfTheTopic() throws Exception {
		CompletableFuture<HttpResponse<String>> blocked = reserve("same", "20s", true);
		this.filter.awaitBlocked();
		CompletableFuture<HttpResponse<String>> next = reserve("same", "20s", false);
		this.template.submit(Job.to("same").id("a").payload("1").build());
		assertThat(next.get(30, TimeUnit.SECONDS).body()).contains("\"id\":\"a\"", "\"attempt\":1");
		this.filter.released.countDown();
		assertThat(blocked.get(30, TimeUnit.SECONDS).body().strip()).isEqualTo("{\"jobs\":[]}");
	}

	@Test
	void waitWhoseAnswerCannotBeWrittenEnds() throws Exception {
		assertThat(reserve("synchronous", "20s", false).get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(500);
		assertThat(this.application.waiting()).isZero();
	}

	private CompletableFuture<HttpResponse<String>> reserve(String topic, String wait, boolean isBlocked) {
		HttpRequest.Builder request = this.client.request("POST", "/topics/" + topic + "/reserve",
				"{\"wait\":\"" + wait + "\"}");
		if (isBlocked) {
			request.header(BlockingFilter.HEADER, "true");
		}
		return this.client.http().sendAsync(request.build(), HttpResponse.BodyHandlers.ofString());
	}

	/**
	 * Blocks each write to marked clients, as the operating system does if its buffer is
	 * full.
	 */
	private static final class BlockingFilter implements Filter {

		static final String HEADER = "X-Blocked";

		private final CountDownLatch blocked = new CountDownLatch(1);

		private final CountDownLatch released = new CountDownLatch(1);

		void awaitBlocked() throws InterruptedException {
			assertThat(this.blocked.await(30, TimeUnit.SECONDS)).isTrue();
		}

		@Override
		public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
				throws IOException, ServletException {
			boolean isMarked = ((HttpServletRequest) request).getHeader(HEADER) != null;
			chain.doFilter(request, isMarked ? new BlockingResponse((HttpServletResponse) response, this) : response);
		}

		private void block() {
			this.blocked.countDown();
			try {
				this.released.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}

	}

	private static final class BlockingResponse extends HttpServletResponseWrapper {

		private final BlockingFilter filter;

		BlockingResponse(HttpServletResponse response, BlockingFilter filter) {
			super(response);
			this.filter = filter;
		}

		@Override
		public ServletOutputStream getOutputStream() throws IOException {
			ServletOutputStream out = super.getOutputStream();
			BlockingFilter blocking = this.filter;
			return new ServletOutputStream() {

				@Override
				public boolean isReady() {
					return out.isReady();
				}

				@Override
				public void setWriteListener(WriteListener listener) {
					out.setWriteListener(listener);
				}

				@Override
				public void write(int character) throws IOException {
					blocking.block();
					out.write(character);
				}

			};
		}

	}

}
