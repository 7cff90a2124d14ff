// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.connection;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.types.RedisClientInfo;

import io.delay.job.Job;
import io.delay.redis.Instance;
import io.delay.redis.RedisSpace;
import io.delay.store.SubmitOutcomeUnknownException;
import io.delay.test.redis.EmbeddedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

/**
 * An application that gives its commands a tenth of a second, as is usual for caches.
 */
class ShortTimeoutTests {

	private static final String TOPIC = "orders";

	private static final Duration COMMAND_TIMEOUT = Duration.ofMillis(100);

	private final EmbeddedRedis redis = EmbeddedRedis.start();

	private final RedisSpace space = RedisSpace.of(this.redis);

	private final Instance instance = Instance.named("instance")
		.commandTimeout(COMMAND_TIMEOUT)
		.on(this.redis.port(), this.space.namespace());

	@AfterEach
	void close() {
		this.instance.close();
		this.space.close();
		this.redis.close();
	}

	@Test
	void aServerThatIsBusyForLongerThanTheTimeoutKeepsItsConnection() {
		awaitStores("warm-up");
		List<String> before = producers();
		assertThat(before).hasSize(1);
		assertThat(failureWhileTheServerIsBusy()).isInstanceOf(SubmitOutcomeUnknownException.class);
		awaitStores("afterwards");
		assertThat(producers()).isEqualTo(before);
	}

	private Throwable failureWhileTheServerIsBusy() {
		Duration busy = Duration.ofMillis(400);
		Throwable failure = null;
		boolean late = true;
		for (int attempt = 1; attempt <= 10 && failure == null && late; attempt++) {
			String id = "during-" + attempt;
			long start = System.nanoTime();
			this.space.template()
				.execute((RedisCallback<?>) (connection) -> connection.execute("CLIENT", bytes("PAUSE"),
						bytes(Long.toString(busy.toMillis())), bytes("ALL")));
			failure = catchThrowable(() -> submit(id));
			// Stored without a failure if this machine has paused meanwhile
			late = System.nanoTime() - start >= busy.minus(COMMAND_TIMEOUT).toNanos();
		}
		return failure;
	}

	private void submit(String id) {
		this.instance.template().submit(Job.to(TOPIC).id(id).delay(Duration.ofHours(1)).build());
	}

	// A busy machine may take longer for its first steps than the timeout.
	private void awaitStores(String id) {
		await().atMost(Duration.ofSeconds(10)).ignoreExceptions().untilAsserted(() -> submit(id));
	}

	// The ids that Redis gives to connections, a new one each time.
	private List<String> producers() {
		List<RedisClientInfo> clients = this.space.template()
			.execute(
					(RedisCallback<List<RedisClientInfo>>) (connection) -> connection.serverCommands().getClientList());
		return clients.stream()
			.filter((client) -> client.getName().equals("delay-producers"))
			.map((client) -> client.get("id"))
			.toList();
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.US_ASCII);
	}

}
