// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.connection;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.dao.NonTransientDataAccessResourceException;

import io.delay.job.Job;
import io.delay.redis.Instance;
import io.delay.redis.RedisSpace;
import io.delay.store.ReservedJob;
import io.delay.template.DelayTemplate;
import io.delay.test.redis.RedisForTests;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests the operations of a template whose connections were closed.
 */
@Tag("versions")
class ClosedConnectionsTests {

	private static final String TOPIC = "orders";

	private final RedisSpace space = RedisSpace.shared();

	private final Instance instance = Instance.named("instance")
		.on(RedisForTests.shared().port(), this.space.namespace());

	private final DelayTemplate template = this.instance.template();

	private ReservedJob reserved;

	@BeforeEach
	void use() {
		this.template.submit(TOPIC, "payload", Duration.ZERO);
		this.reserved = this.template.reserve(TOPIC, 1).get(0);
		this.instance.close();
	}

	@AfterEach
	void close() {
		this.space.close();
	}

	@Test
	void eachOperationReportsThatTheConnectionsAreClosedAndNothingWasSent() {
		Map<String, ThrowingCallable> operations = Map.of("submit",
				() -> this.template.submit(TOPIC, "payload", Duration.ZERO), "submitAll",
				() -> this.template.submitAll(List.of(Job.to(TOPIC).payload("payload").build())), "cancel",
				() -> this.template.cancel(TOPIC, "id"), "reschedule",
				() -> this.template.reschedule(TOPIC, "id", Duration.ZERO), "find",
				() -> this.template.find(TOPIC, "id"), "reserve", () -> this.template.reserve(TOPIC, 1), "ack",
				() -> this.template.ack(this.reserved.lease()), "touch",
				() -> this.template.touch(this.reserved.lease(), Duration.ofSeconds(5)));
		operations.forEach(
				(name, operation) -> assertThatExceptionOfType(NonTransientDataAccessResourceException.class).as(name)
					.isThrownBy(operation)
					.withMessageContaining("closed")
					.withMessageContaining("nothing was sent"));
	}

}
