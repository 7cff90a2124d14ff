// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.outage;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.dao.DataAccessException;

import io.delay.job.Job;
import io.delay.listener.ListenerSettings;
import io.delay.redis.HandledJobs;
import io.delay.redis.Instance;
import io.delay.redis.RedisSpace;
import io.delay.redis.net.TcpProxy;
import io.delay.test.redis.EmbeddedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

/**
 * Redis sends no replies for a while.
 */
@Tag("thorough")
@Tag("versions")
@ExtendWith(OutputCaptureExtension.class)
class SilentRedisLogTests {

	private static final Duration SILENCE = Duration.ofSeconds(26);

	private static final int TOPICS = 3;

	private final EmbeddedRedis redis = EmbeddedRedis.start();

	private final RedisSpace space = RedisSpace.of(this.redis);

	private final TcpProxy proxy = new TcpProxy(this.redis.port());

	private final HandledJobs handled = new HandledJobs();

	private final Instance instance = Instance.named("instance")
		.commandTimeout(Duration.ofSeconds(2))
		.pingInterval(Duration.ofSeconds(2))
		.on(this.proxy.port(), this.space.namespace());

	@AfterEach
	void close() {
		this.proxy.heal();
		this.instance.close();
		this.proxy.close();
		this.space.close();
		this.redis.close();
	}

	@Test
	void eachCauseIsLoggedOnce(CapturedOutput output) {
		List<String> topics = IntStream.range(0, TOPICS).mapToObj((i) -> "topic-" + i).toList();
		topics.forEach((topic) -> this.instance.listen(topic, ListenerSettings.builder(), this.handled.handler(topic)));
		topics.forEach((topic) -> this.instance.template().submit(Job.to(topic).id(topic).build()));
		await().atMost(Duration.ofSeconds(10)).until(() -> this.handled.ids().containsAll(topics));
		int before = output.toString().length();
		this.proxy.silence("");
		long end = System.nanoTime() + SILENCE.toNanos();
		await().atMost(SILENCE.plusSeconds(20)).pollInterval(Duration.ofMillis(200)).until(() -> {
			catchThrowable(() -> this.instance.template().submit(Job.to("topic-0").build()));
			return System.nanoTime() > end;
		});
		List<String> logged = output.toString().substring(before).lines().toList();
		this.proxy.heal();
		await().atMost(Duration.ofSeconds(10))
			.ignoreExceptionsInstanceOf(DataAccessException.class)
			.until(() -> this.instance.template().submit(Job.to("topic-0").build()) != null);
		List<String> warnings = logged.stream()
			.filter((line) -> line.contains(" WARN ") && line.contains(" i.d."))
			.map((line) -> line.substring(line.indexOf(" i.d.")))
			.toList();
		assertThat(warnings).hasSizeBetween(1, 1 + TOPICS).doesNotHaveDuplicates();
		assertThat(warnings).filteredOn((line) -> line.contains("no reply for 2000 ms on a connection")).hasSize(1);
		assertThat(logged).noneMatch((line) -> line.startsWith("\tat "));
	}

}
