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

package io.delay.redis;

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
