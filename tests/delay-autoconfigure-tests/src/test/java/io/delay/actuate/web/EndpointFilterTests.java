// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.web;

import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Configuration;

import io.delay.actuate.ActuatorApplication;
import io.delay.actuate.ActuatorApplication.Reply;
import io.delay.actuate.ActuatorApplication.Web;
import io.delay.admin.DelayAdmin;
import io.delay.job.Job;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Answers of the endpoint stay out of caches, and changes that the page of another site
 * sends are refused, wherever the endpoint is. Each web framework has a subclass.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class EndpointFilterTests {

	private static final String[] EXPOSED = { "management.endpoints.web.exposure.include=delay,health",
			"management.endpoint.delay.access=unrestricted" };

	private final Web web;

	private final Class<?> everything;

	/**
	 * Create the tests.
	 * @param web the web framework
	 * @param everything the rules of Spring Security that permit everything
	 */
	EndpointFilterTests(Web web, Class<?> everything) {
		this.web = web;
		this.everything = everything;
	}

	/**
	 * Return where the endpoint can be.
	 * @return paths, and the properties that lead to them, separated by commas
	 */
	abstract Stream<Arguments> locations();

	@ParameterizedTest
	@MethodSource("locations")
	void filterFollowsThePathOfTheEndpoint(String path, String properties) {
		try (ActuatorApplication application = application(properties.split(","))) {
			assertThat(application.send("GET", path, null)).satisfies(this::isNotStored)
				.extracting(Reply::status)
				.isEqualTo(200);
			assertThat(application.send("GET", path + "/nothing", null)).satisfies(this::isNotStored)
				.extracting(Reply::status)
				.isEqualTo(404);
			assertThat(application.send("POST", path + "/orders/pause", "cross-site").status()).isEqualTo(403);
			assertThat(application.bean(DelayAdmin.class).topics().status("orders").paused()).isFalse();
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void aBodyOfADeleteByHttp2IsSeen(boolean withLength) {
		try (ActuatorApplication application = application("server.http2.enabled=true")) {
			application.bean(DelayAdmin.class).jobs().bury("orders", "1", "why");
			assertThat(application.get("/delay").version()).isEqualTo(HttpClient.Version.HTTP_2);
			Reply refused = application.delete("/delay/orders/failed", "{\"ids\":\"2\"}", withLength);
			assertThat(refused.version()).isEqualTo(HttpClient.Version.HTTP_2);
			assertThat(refused.status()).isEqualTo(400);
			assertThat(application.bean(DelayAdmin.class).jobs().find("orders", "1")).isPresent();
			assertThat(application.delete("/delay/orders/failed").status()).isEqualTo(200);
			assertThat(application.bean(DelayAdmin.class).jobs().find("orders", "1")).isEmpty();
		}
	}

	@Test
	void springSecurityDecidesAboutOtherSites() {
		try (ActuatorApplication application = ActuatorApplication.withSecurity(this.web, this.everything, EXPOSED)) {
			submit(application);
			assertThat(application.send("POST", "/actuator/delay/orders/pause", "cross-site").status()).isEqualTo(200);
			isNotStored(application.send("GET", "/actuator/delay", null));
		}
	}

	private ActuatorApplication application(String... properties) {
		String[] all = Stream.of(EXPOSED, properties).flatMap(Arrays::stream).toArray(String[]::new);
		ActuatorApplication application = ActuatorApplication.withoutSecurity(this.web, Nothing.class, all);
		submit(application);
		return application;
	}

	private static void submit(ActuatorApplication application) {
		application.bean(DelayTemplate.class)
			.submit(Job.to("orders").id("1").payload("payload").delay(Duration.ofHours(1)).build());
	}

	private void isNotStored(Reply reply) {
		assertThat(reply.cacheControl()).isEqualTo("no-store");
	}

	/**
	 * On an application with the default paths, where each test finds one job in a topic
	 * that is not paused. These tests run after the others, because Reactor Netty ends
	 * the threads of all its servers when an application ends.
	 */
	@Nested
	@TestInstance(TestInstance.Lifecycle.PER_CLASS)
	class DefaultPaths {

		private ActuatorApplication application;

		@BeforeAll
		void start() {
			this.application = application();
		}

		@BeforeEach
		void reset() {
			DelayAdmin admin = this.application.bean(DelayAdmin.class);
			admin.topics().resume("orders");
			submit(this.application);
		}

		@AfterAll
		void stop() {
			this.application.close();
		}

		@ParameterizedTest
		@ValueSource(strings = { "cross-site", "same-site", "anything-new" })
		void changesOfOtherSitesAreRefused(String site) {
			Reply refused = this.application.send("POST", "/actuator/delay/orders/pause", site);
			assertThat(refused.status()).isEqualTo(403);
			assertThat(refused.json().get("type").asText()).isEqualTo("urn:delay:problem:forbidden");
			assertThat(refused.json().get("detail").asText()).contains("another site", "nothing was changed");
			isNotStored(refused);
			assertThat(this.application.send("DELETE", "/actuator/delay/orders/job?id=1", site).status())
				.isEqualTo(403);
			assertThat(this.application.bean(DelayAdmin.class).topics().status("orders").paused()).isFalse();
			assertThat(this.application.bean(DelayAdmin.class).jobs().find("orders", "1")).isPresent();
			assertThat(this.application.send("GET", "/actuator/delay", site).status()).isEqualTo(200);
		}

		@ParameterizedTest
		@ValueSource(strings = { "same-origin", "none" })
		void changesOfOwnPagesAndUsersAreAllowed(String site) {
			assertThat(this.application.send("POST", "/actuator/delay/orders/pause", site).status()).isEqualTo(200);
			assertThat(this.application.post("/delay/orders/resume").status()).isEqualTo(200);
		}

		@ParameterizedTest
		@ValueSource(strings = { "http://evil.example", "http://127.0.0.1:1", "http://127.0.0.1", "null" })
		void changesOfOtherOriginsAreRefusedWithoutASite(String origin) {
			Reply refused = this.application.sendFrom("POST", "/delay/orders/pause", origin);
			assertThat(refused.status()).isEqualTo(403);
			assertThat(refused.json().get("detail").asText()).contains("another site", "nothing was changed");
			assertThat(this.application.sendFrom("DELETE", "/delay/orders/job?id=1", origin).status()).isEqualTo(403);
			assertThat(this.application.bean(DelayAdmin.class).topics().status("orders").paused()).isFalse();
			assertThat(this.application.bean(DelayAdmin.class).jobs().find("orders", "1")).isPresent();
			assertThat(this.application.sendFrom("GET", "/delay", origin).status()).isEqualTo(200);
		}

		@Test
		void changesOfTheOwnOriginAreAllowedWithoutASite() {
			assertThat(this.application.sendFrom("POST", "/delay/orders/pause", "http://127.0.0.1:0").status())
				.isEqualTo(200);
		}

		@Test
		void otherEndpointsAreLeftAlone() {
			assertThat(this.application.send("GET", "/actuator/health", null).cacheControl()).isNotEqualTo("no-store");
			assertThat(this.application.send("POST", "/actuator/delayed", "cross-site").status()).isEqualTo(404);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Nothing {

	}

}
