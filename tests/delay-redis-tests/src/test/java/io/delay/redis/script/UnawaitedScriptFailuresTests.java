// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.script;

import java.time.Duration;
import java.util.List;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.redis.DocumentedUser;
import io.delay.redis.RedisJobStore;
import io.delay.redis.RedisSpace;
import io.delay.store.ConsumerOrigin;
import io.delay.store.ConsumerRegistration;
import io.delay.store.ConsumerTerms;
import io.delay.store.JobRecord;
import io.delay.store.LeaseTokens;
import io.delay.store.NewJob;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveTerms;
import io.delay.store.ReservedJob;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Redis refuses to note who listens.
 */
@ExtendWith(OutputCaptureExtension.class)
class UnawaitedScriptFailuresTests {

	private static final RedisServer SERVER = new RedisServer("localhost:6379", "spring.data.redis");

	private static final String TOPIC = "orders";

	private final RedisSpace space = RedisSpace.shared();

	private final LeaseTokens tokens = new LeaseTokens("worker");

	@AfterEach
	void close() {
		this.space.close();
	}

	@Test
	void missingRightsAreReportedOnceAndListenersContinue(CapturedOutput output) {
		try (DocumentedUser user = DocumentedUser.onShared("-pexpire");
				RedisJobStore store = new RedisJobStore(user.connections(), this.space.options())) {
			assertThat(reserve(store)).isEmpty();
			announce(store);
			announce(store);
			submit(store, "order-1");
			// Its reply comes after those to the announcements, on the same connection
			assertThat(reserve(store)).singleElement().extracting((job) -> job.lease().id()).isEqualTo("order-1");
			assertThat(warnings(output)).singleElement()
				.asString()
				.contains("'announce'", "without a consumer", "permissions of the Redis user", "docs/stores/redis.md");
		}
	}

	@Test
	void keyOfAnotherTypeIsReportedOnceAndListenersContinue(CapturedOutput output) {
		String consumers = this.space.key(TOPIC, "consumers");
		this.space.template().opsForValue().set(consumers, "mine");
		try (RedisJobStore store = new RedisJobStore(this.space.connections(), this.space.options())) {
			assertThat(reserve(store)).isEmpty();
			announce(store);
			announce(store);
			submit(store, "order-1");
			assertThat(reserve(store)).hasSize(1);
			assertThat(warnings(output)).singleElement()
				.asString()
				.contains("'announce'", "holds a value of an unexpected type");
		}
		this.space.template().delete(consumers);
	}

	@Test
	void transientFailuresCauseNoWarningAndEachRefusalCausesOne(CapturedOutput output) {
		UnawaitedScriptFailures failures = new UnawaitedScriptFailures();
		failures.failed(RedisScript.ANNOUNCE, new RedisException("Connection closed"), SERVER);
		failures.failed(RedisScript.ANNOUNCE, new RedisCommandExecutionException("LOADING Redis is loading"), SERVER);
		assertThat(warnings(output)).isEmpty();
		for (int i = 0; i < 2; i++) {
			failures.failed(RedisScript.ANNOUNCE, new RedisCommandExecutionException("NOPERM no permissions"), SERVER);
			failures.failed(RedisScript.ANNOUNCE, new RedisCommandExecutionException("WRONGTYPE of key"), SERVER);
			failures.failed(RedisScript.CONSUMERS, new RedisCommandExecutionException("NOPERM no permissions"), SERVER);
		}
		assertThat(warnings(output)).hasSize(3);
	}

	private static List<String> warnings(CapturedOutput output) {
		return output.getAll().lines().filter((line) -> line.contains("Redis refuses the script")).toList();
	}

	private static void announce(RedisJobStore store) {
		store.announce(new ConsumerRegistration(TOPIC, "worker-1", new ConsumerOrigin("shop", "host-1", "closer"),
				new ConsumerTerms(1, new ReserveTerms(Duration.ofSeconds(30), 3))));
	}

	private static void submit(RedisJobStore store, String id) {
		store.submit(List
			.of(new NewJob(TOPIC, id, DueTime.after(Duration.ZERO), ConflictPolicy.KEEP, JobRecord.of(new byte[0]))));
	}

	private List<ReservedJob> reserve(RedisJobStore store) {
		return store
			.reserve(new ReserveRequest(TOPIC, this.tokens.next(), 1, new ReserveTerms(Duration.ofSeconds(30), 3)))
			.jobs();
	}

}
