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

package io.delay.test;

import java.net.Socket;
import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;
import redis.embedded.RedisServer;
import redis.embedded.core.PortProvider;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that the Redis carried by embedded-redis runs here.
 */
class EmbeddedRedisTests {

	@Test
	void answersPing() throws Exception {
		RedisServer server = RedisServer.newRedisServer().port(PortProvider.newEphemeralPortProvider().get()).build();
		server.start();
		try (Socket socket = new Socket("localhost", server.ports().get(0))) {
			socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
			assertThat(socket.getInputStream().readNBytes(7)).asString().isEqualTo("+PONG\r\n");
		}
		finally {
			server.stop();
		}
	}

}
