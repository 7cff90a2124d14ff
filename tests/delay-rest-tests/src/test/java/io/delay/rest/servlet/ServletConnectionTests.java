// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.servlet;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.context.request.async.DeferredResult;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ServletConnection}.
 */
class ServletConnectionTests {

	private static final Duration INTERVAL = Duration.ofMillis(100);

	private final SpaceWriter spaces = new SpaceWriter(INTERVAL);

	private final ClosableResponse response = new ClosableResponse();

	private final AtomicInteger hangUps = new AtomicInteger();

	private final ServletConnection connection = new ServletConnection(this.response, this.spaces);

	private final NativeWebRequest request = new ServletWebRequest(new MockHttpServletRequest());

	@AfterEach
	void stop() {
		this.spaces.close();
	}

	@Test
	void spaceIsWrittenInEachIntervalUntilTheWaitEnds() {
		this.connection.onHangUp(this.hangUps::incrementAndGet);
		this.connection.startWaiting();
		long start = System.nanoTime();
		Awaitility.await().atMost(Duration.ofSeconds(15)).until(() -> this.response.flushes.get() >= 2);
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(INTERVAL.multipliedBy(2).minusMillis(20));
		assertThat(this.spaces.isEmpty()).isFalse();
		assertThat(this.connection.endWaiting().join()).isTrue();
		assertThat(this.spaces.isEmpty()).isTrue();
		int written = this.response.flushes.get();
		Awaitility.await()
			.during(INTERVAL.multipliedBy(3))
			.atMost(Duration.ofSeconds(15))
			.until(() -> this.response.flushes.get() == written);
		assertThat(this.hangUps).hasValue(0);
	}

	@Test
	void closedConnectionIsDetectedByTheNextSpace() {
		this.connection.onHangUp(this.hangUps::incrementAndGet);
		this.connection.startWaiting();
		assertThat(this.connection.probe()).isTrue();
		this.response.isClosed = true;
		Awaitility.await().atMost(Duration.ofSeconds(15)).until(() -> this.hangUps.get() == 1);
		assertThat(this.connection.probe()).isFalse();
		assertThat(this.hangUps).hasValue(1);
	}

	@Test
	void probeDetectsAClosedConnection() {
		this.connection.startWaiting();
		this.response.isClosed = true;
		assertThat(this.connection.probe()).isFalse();
		this.connection.onHangUp(this.hangUps::incrementAndGet);
		assertThat(this.hangUps).hasValue(1);
	}

	@Test
	void connectionThatDoesNotWaitIsOpen() {
		this.response.isClosed = true;
		assertThat(this.connection.probe()).isTrue();
		assertThat(this.response.flushes).hasValue(0);
	}

	@Test
	void timeoutAndErrorOfTheContainerAreHangUps() {
		this.connection.onHangUp(this.hangUps::incrementAndGet);
		assertThat(this.connection.handleTimeout(this.request, new DeferredResult<>())).isTrue();
		assertThat(this.hangUps).hasValue(1);
		ServletConnection other = new ServletConnection(this.response, this.spaces);
		other.onHangUp(this.hangUps::incrementAndGet);
		assertThat(other.handleError(this.request, new DeferredResult<>(), new IllegalStateException())).isTrue();
		assertThat(this.hangUps).hasValue(2);
	}

	@Test
	void responseIsNotUsedAfterCompletion() {
		this.connection.onHangUp(this.hangUps::incrementAndGet);
		this.connection.startWaiting();
		this.connection.afterCompletion(this.request, new DeferredResult<>());
		this.response.isClosed = true;
		assertThat(this.connection.probe()).isTrue();
		assertThat(this.response.flushes).hasValue(0);
		assertThat(this.hangUps).hasValue(0);
	}

	/**
	 * A response to which nothing can be written once its connection is closed.
	 */
	private static final class ClosableResponse extends MockHttpServletResponse {

		private final AtomicInteger flushes = new AtomicInteger();

		private volatile boolean isClosed;

		@Override
		public void flushBuffer() {
			this.flushes.incrementAndGet();
			if (this.isClosed) {
				throw new IllegalStateException("The connection is closed");
			}
			super.flushBuffer();
		}

	}

}
