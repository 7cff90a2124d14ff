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

package io.delay.rest;

import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import io.delay.rest.RestApplication.Web;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for reserves over HTTP of jobs in Redis.
 */
@Tag("thorough")
class ReservesOnRedisTests extends ReserveTests {

	private static final Duration PATIENCE = Duration.ofSeconds(15);

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
				Awaitility.await().atMost(PATIENCE).until(ReservesOnRedisTests::isReserving);
				// The connection is reset at once
				socket.setSoLinger(true, 0);
			}
			redis.execute("CLIENT", bytes("UNPAUSE"));
		}
		Awaitility.await()
			.atMost(PATIENCE)
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
