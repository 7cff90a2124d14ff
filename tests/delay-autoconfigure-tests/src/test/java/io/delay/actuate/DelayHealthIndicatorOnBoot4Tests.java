// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate;

import java.time.Duration;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.delay.actuate.ActuatorApplication.Reply;
import io.delay.admin.DelayAdmin;
import io.delay.annotation.DelayListener;
import io.delay.job.Job;
import io.delay.store.admin.JobStoreInspector;
import io.delay.store.memory.MemoryJobStore;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The health by HTTP.
 */
@ExtendWith(OutputCaptureExtension.class)
class DelayHealthIndicatorOnBoot4Tests {

	private static ActuatorApplication application;

	@BeforeAll
	static void start() {
		application = ActuatorApplication.withoutSecurity(ActuatorApplication.Web.MVC, Parts.class,
				"spring.application.name=shop");
		application.bean(DelayTemplate.class)
			.submit(Job.to("orders").id("1").payload("4711").delay(Duration.ZERO).build());
		application.bean(DelayAdmin.class).actingAs("alice").topics().pause("orders");
	}

	@AfterAll
	static void stop() {
		application.close();
	}

	@Test
	void unreachableStoreIsDownWithTheReason(CapturedOutput output) {
		SwitchedInspector inspector = application.bean(SwitchedInspector.class);
		assertThat(application.get("/health/delay").status()).isEqualTo(200);
		inspector.fail(".*");
		try {
			Reply health = application.get("/health/delay");
			assertThat(health.status()).isEqualTo(503);
			assertThat(health.json().get("status").asText()).isEqualTo("DOWN");
			JsonNode details = health.json().get("details");
			assertThat(details.get("error").asText())
				.isEqualTo("org.springframework.dao.DataAccessResourceFailureException: The store is away");
			assertThat(details.get("listeners").get("handled").get("running").asBoolean()).isTrue();
			assertThat(output).contains("Delay health check failed");
		}
		finally {
			inspector.fail("");
		}
		assertThat(application.get("/health/delay").json().get("status").asText()).isEqualTo("UP");
	}

	@Test
	void aRefusalIsDownWithItsReason() {
		SwitchedInspector inspector = new SwitchedInspector(new MemoryJobStore());
		inspector.refuse(List.of("read-only", "full"));
		Health health = new DelayHealthIndicator(new DelayHealthCheck(inspector.inspector(), List.of(), null)).health();
		assertThat(health.getStatus()).isEqualTo(Status.DOWN);
		assertThat(health.getDetails()).containsEntry("error", "read-only; full");
	}

	@Test
	void operatorWhoPausedATopicIsShown() {
		JsonNode topic = application.get("/health/delay").json().get("details").get("topics").get("orders");
		assertThat(topic.get("ready").asInt()).isOne();
		assertThat(topic.get("pause").get("by").asText()).isEqualTo("alice");
		assertThat(topic.get("warnings").toString()).contains("Jobs are ready, but the topic is paused");
	}

	@Configuration(proxyBeanMethods = false)
	static class Parts {

		@Bean
		SwitchedInspector switchedInspector(MemoryJobStore store) {
			return new SwitchedInspector(store);
		}

		@Bean
		JobStoreInspector inspector(SwitchedInspector inspector) {
			return inspector.inspector();
		}

		@DelayListener(topic = "handled")
		void handle(String order) {
		}

	}

}
