// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.boot3;

import java.time.Duration;
import java.util.List;

import com.jayway.jsonpath.DocumentContext;
import com.jayway.jsonpath.JsonPath;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.Status;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.client.RestClient;

import io.delay.actuate.DelayHealthCheck;
import io.delay.admin.DelayAdmin;
import io.delay.annotation.DelayListener;
import io.delay.job.Job;
import io.delay.store.admin.JobStoreInspector;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link DelayHealthIndicator}.
 */
@Tag("thorough")
@Tag("versions")
class DelayHealthIndicatorTests {

	private final JobStoreInspector inspector = mock(JobStoreInspector.class);

	private final DelayHealthIndicator indicator = new DelayHealthIndicator(
			new DelayHealthCheck(this.inspector, List.of(), null));

	@Test
	void reachableStoreIsUp() {
		Health health = this.indicator.health();
		assertThat(health.getStatus()).isEqualTo(Status.UP);
		assertThat(health.getDetails()).containsOnlyKeys("listeners", "topics");
	}

	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void unreachableStoreIsDownWithItsReason(CapturedOutput output) {
		given(this.inspector.topics()).willThrow(new DataAccessResourceFailureException("The store is unreachable"));
		Health health = this.indicator.health();
		assertThat(health.getStatus()).isEqualTo(Status.DOWN);
		assertThat(health.getDetails()).containsEntry("error",
				"org.springframework.dao.DataAccessResourceFailureException: The store is unreachable");
		assertThat(output).contains("Delay health check failed");
	}

	@Test
	void storeThatRefusesChangesIsDownWithItsReason() {
		given(this.inspector.refusals()).willReturn(List.of("read-only", "full"));
		Health health = this.indicator.health();
		assertThat(health.getStatus()).isEqualTo(Status.DOWN);
		assertThat(health.getDetails()).containsEntry("error", "read-only; full");
	}

	@Test
	void detailsAreShownByHttp() {
		try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
			.properties("server.port=0", "server.address=127.0.0.1", "spring.main.banner-mode=off",
					"delay.store.type=memory", "management.endpoint.health.show-details=always",
					"management.health.redis.enabled=false")
			.run()) {
			context.getBean(DelayTemplate.class)
				.submit(Job.to("orders").id("1").payload("4711").delay(Duration.ZERO).build());
			context.getBean(DelayAdmin.class).actingAs("alice").topics().pause("orders");
			ResponseEntity<String> answer = RestClient
				.create("http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port"))
				.get()
				.uri("/actuator/health/delay")
				.retrieve()
				.toEntity(String.class);
			assertThat(answer.getStatusCode()).isEqualTo(HttpStatus.OK);
			DocumentContext health = JsonPath.parse(answer.getBody());
			assertThat(health.<String>read("$.status")).isEqualTo("UP");
			assertThat(health.<Boolean>read("$.details.listeners.handled.running")).isTrue();
			assertThat(health.<Integer>read("$.details.topics.orders.ready")).isOne();
			assertThat(Duration.parse(health.read("$.details.topics.orders.oldestReady")))
				.isGreaterThanOrEqualTo(Duration.ZERO);
			assertThat(health.<String>read("$.details.topics.orders.pause.by")).isEqualTo("alice");
			assertThat(health.<List<String>>read("$.details.topics.orders.warnings"))
				.contains("Jobs are ready, but the topic is paused");
		}
	}

	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		@DelayListener(topic = "handled")
		void handle(String order) {
		}

	}

}
