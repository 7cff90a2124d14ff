// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.wait;

import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import io.delay.rest.RestApplication;
import io.delay.rest.RestApplication.Web;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for reserves over HTTP of jobs in Redis.
 */
@Tag("thorough")
class ReservesOnRedisTests extends ReserveTests {

	private static final Duration TIMEOUT = Duration.ofSeconds(15);

	ReservesOnRedisTests() {
		super(Web.MVC);
	}

	@Override
	RestApplication start(Web web) {
		return RestApplication.onRedis(web, (context) -> {
		});
	}

	@Test
	void jobOfAnAnswerThatCannotBeWrittenIsHandedBackWithoutAnAttempt() throws Exception {
		submit("reset", "g");
		try (RedisConnection redis = application().bean(RedisConnectionFactory.class).getConnection()) {
			redis.execute("CLIENT", bytes("PAUSE"), bytes("10000"), bytes("WRITE"));
			try (Socket socket = request("reset", "{}")) {
				Awaitility.await().atMost(TIMEOUT).until(ReservesOnRedisTests::isReserving);
				// The connection is reset at once
				socket.setSoLinger(true, 0);
			}
			redis.execute("CLIENT", bytes("UNPAUSE"));
		}
		Awaitility.await()
			.atMost(TIMEOUT)
			.untilAsserted(() -> assertThat(application().bean(DelayTemplate.class).reserve("reset", 1)).singleElement()
				.satisfies((job) -> assertThat(job.terms().attempt()).isEqualTo(1)));
	}

	private static boolean isReserving() {
		return Thread.getAllStackTraces()
			.values()
			.stream()
			.flatMap(Arrays::stream)
			.anyMatch((frame) -> frame.getMethodName().equals("reserveNow"));
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

}
