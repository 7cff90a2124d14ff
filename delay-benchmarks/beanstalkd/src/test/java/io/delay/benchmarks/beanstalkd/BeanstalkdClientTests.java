// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.beanstalkd;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link BeanstalkdClient}, with a beanstalkd of the path.
 */
@Timeout(30)
class BeanstalkdClientTests {

	private static final Duration TTR = Duration.ofSeconds(60);

	private BeanstalkdProcess server;

	private BeanstalkdClient client;

	@BeforeEach
	void start() {
		this.server = BeanstalkdProcess.start();
		this.client = this.server.connect();
	}

	@AfterEach
	void stop() {
		if (this.server != null) {
			this.client.close();
			this.server.close();
		}
	}

	@Test
	void aBodyMayHaveAnyBytes() {
		byte[] body = new byte[514];
		IntStream.range(0, body.length).forEach((index) -> body[index] = (byte) index);
		body[512] = '\r';
		body[513] = '\n';
		long id = this.client.put(body, Duration.ZERO, TTR);
		ReservedJob job = this.client.reserve();
		assertThat(job.id()).isEqualTo(id);
		assertThat(job.body()).isEqualTo(body);
	}

	@Test
	void aDelayedJobIsNotReservedBeforeItsDelayHasPassed() {
		long start = System.nanoTime();
		put("later", Duration.ofSeconds(1), TTR);
		put("now", Duration.ZERO, TTR);
		ReservedJob first = this.client.reserve();
		ReservedJob second = this.client.deleteAndReserve(first.id());
		assertThat(first.body()).asString().isEqualTo("now");
		assertThat(second.body()).asString().isEqualTo("later");
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
	}

	@Test
	void aJobIsPutIntoTheUsedTubeAndReservedFromWatchedTubes() {
		this.client.use("unwatched");
		put("unwatched", Duration.ZERO, TTR);
		this.client.use("watched");
		put("watched", Duration.ZERO, TTR);
		this.client.watch("watched");
		assertThat(this.client.reserve().body()).asString().isEqualTo("watched");
	}

	@Test
	void aBatchIsPutInItsOrder() {
		List<String> bodies = IntStream.range(0, 500).mapToObj(String::valueOf).toList();
		this.client.putAll(bodies.stream().map(String::getBytes).toList(), Duration.ZERO, TTR);
		ReservedJob job = this.client.reserve();
		for (int i = 1; i < bodies.size(); i++) {
			assertThat(job.body()).asString().isEqualTo(bodies.get(i - 1));
			job = this.client.deleteAndReserve(job.id());
		}
		assertThat(job.body()).asString().isEqualTo("499");
	}

	@Test
	void readyJobsAreReservedAndDeletedAtOnce() {
		put("first", Duration.ZERO, TTR);
		put("second", Duration.ZERO, TTR);
		List<ReservedJob> jobs = this.client.reserveAll(3);
		assertThat(jobs).extracting((job) -> new String(job.body())).containsExactly("first", "second");
		this.client.deleteAll(jobs.stream().map(ReservedJob::id).toList());
		assertThat(this.client.stats()).containsEntry("current-jobs-reserved", "0")
			.containsEntry("current-jobs-ready", "0");
	}

	@Test
	void aDeletedJobIsGone() {
		put("first", Duration.ZERO, TTR);
		put("second", Duration.ZERO, TTR);
		this.client.deleteAndReserve(this.client.reserve().id());
		assertThat(this.client.stats()).containsEntry("current-jobs-reserved", "1")
			.containsEntry("current-jobs-ready", "0");
	}

	@Test
	void aJobWhoseTtrHasExpiredIsDeliveredAgain() {
		long id = put("again", Duration.ZERO, Duration.ofSeconds(1));
		this.client.reserve();
		try (BeanstalkdClient other = this.server.connect()) {
			assertThat(other.reserve().id()).isEqualTo(id);
			long next = put("next", Duration.ZERO, TTR);
			assertThat(this.client.deleteAndReserve(id).id()).isEqualTo(next);
		}
	}

	@Test
	void anErrorNamesTheCommandAndTheReplyButNotTheBody() {
		assertThatIllegalStateException().isThrownBy(() -> put("x".repeat(65_536), Duration.ZERO, TTR))
			.withMessage("beanstalkd rejected 'put' with 'JOB_TOO_BIG'; the connection was closed");
		assertThat(this.client.isClosed()).isTrue();
	}

	@Test
	void aServerThatHasStoppedIsReported() {
		this.server.close();
		assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> this.client.reserve())
			.withMessage("beanstalkd did not answer 'reserve'");
		assertThat(this.client.isClosed()).isFalse();
	}

	private long put(String body, Duration delay, Duration ttr) {
		return this.client.put(body.getBytes(), delay, ttr);
	}

}
