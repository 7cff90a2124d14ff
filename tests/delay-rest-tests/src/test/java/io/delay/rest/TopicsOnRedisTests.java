// SPDX-License-Identifier: Apache-2.0

package io.delay.rest;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import io.delay.rest.RestApplication.Web;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for lists of topics of which one cannot be read.
 */
@Timeout(60)
class TopicsOnRedisTests {

	@Test
	void topicThatCannotBeReadHidesNoOther() {
		try (RestApplication application = RestApplication.onRedis(Web.MVC, (context) -> {
		})) {
			RestClientForTests client = new RestClientForTests(application.address());
			submit(client, "intact");
			submit(client, "broken");
			damage(application, "broken");
			HttpResponse<String> topics = client.send("GET", "/topics", null);
			assertThat(topics.statusCode()).as(topics.body()).isEqualTo(200);
			assertThat(topics.body()).contains("{\"topic\":\"broken\",\"problem\":{", "Topic 'broken' cannot be read")
				.contains("{\"topic\":\"intact\",\"jobs\":{");
		}
	}

	private static void submit(RestClientForTests client, String topic) {
		assertThat(client.send("POST", "/topics/" + topic + "/jobs", "{\"payload\":1}").statusCode()).isEqualTo(201);
	}

	// Replaces the settings of the topic by a text, which no script can read
	private static void damage(RestApplication application, String topic) {
		try (RedisConnection redis = application.bean(RedisConnectionFactory.class).getConnection()) {
			byte[] key = redis.keyCommands()
				.keys(("{*:" + topic + ":0}:meta").getBytes(StandardCharsets.UTF_8))
				.iterator()
				.next();
			redis.keyCommands().del(key);
			redis.stringCommands().set(key, new byte[1]);
		}
	}

}
