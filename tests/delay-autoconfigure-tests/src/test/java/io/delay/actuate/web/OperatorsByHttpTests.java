// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.web;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;

import io.delay.actuate.ActuatorApplication;
import io.delay.actuate.ActuatorApplication.Web;
import io.delay.admin.DelayAdmin;
import io.delay.event.DelayAdminEvent;
import io.delay.event.DelayAdminEvent.Action;
import io.delay.job.Job;
import io.delay.store.HostName;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Who did what by HTTP, with Spring Security and without. Each web framework has a
 * subclass.
 */
abstract class OperatorsByHttpTests {

	static final String[] PROPERTIES = { "management.endpoints.web.exposure.include=*",
			"management.endpoint.delay.access=unrestricted", "spring.application.name=shop" };

	private final Web web;

	private final Class<?> rules;

	/**
	 * Create the tests.
	 * @param web the web framework
	 * @param rules {@link Listening}, and rules by which the users {@code alice} and
	 * {@code mal\nlory} may do everything
	 */
	OperatorsByHttpTests(Web web, Class<?> rules) {
		this.web = web;
		this.rules = rules;
	}

	@Test
	void userIsTheOperatorWithSpringSecurity() throws Exception {
		try (ActuatorApplication application = ActuatorApplication.withSecurity(this.web, this.rules, PROPERTIES)) {
			submit(application);
			Events events = application.bean(Events.class);
			for (String change : new String[] { "bury?id=1", "kick?id=1", "pause", "resume", "bury?id=1",
					"kick-all" }) {
				assertThat(application.post("/delay/orders/" + change, "alice", "").status()).isEqualTo(200);
			}
			assertThat(application.delete("/delay/orders/job?id=1", "alice").status()).isEqualTo(200);
			application.bean(DelayAdmin.class).jobs().bury("orders", "2", "why");
			assertThat(application.delete("/delay/orders/failed", "alice").status()).isEqualTo(200);
			for (Action action : new Action[] { Action.BURY, Action.KICK, Action.PAUSE, Action.RESUME, Action.BURY,
					Action.KICK, Action.CANCEL }) {
				events.assertNext(action, "alice");
			}
			events.assertNext(Action.BURY, "shop on host " + HostName.resolve());
			events.assertNext(Action.PURGE, "alice");
		}
	}

	@Test
	void statusNamesTheOperatorOfAPause() {
		try (ActuatorApplication application = ActuatorApplication.withSecurity(this.web, this.rules, PROPERTIES)) {
			submit(application);
			application.post("/delay/orders/pause", "alice", "");
			String since = application.bean(DelayAdmin.class).topics().status("orders").pause().since().toString();
			JsonNode topic = application.get("/delay/orders", "alice").json().get("status");
			assertThat(topic.get("paused").asBoolean()).isTrue();
			String pause = "{\"by\":\"alice\",\"since\":\"" + since + "\"}";
			assertThat(topic.get("pause").toString()).isEqualTo(pause);
			JsonNode listed = application.get("/delay", "alice").json().get("topics").get(0);
			assertThat(listed.get("pause").toString()).isEqualTo(pause);
			application.post("/delay/orders/resume", "alice", "");
			assertThat(application.get("/delay/orders", "alice").json().get("status").has("pause")).isFalse();
		}
	}

	@Test
	void nameOfAUserCannotForgeALogLine() throws Exception {
		try (ActuatorApplication application = ActuatorApplication.withSecurity(this.web, this.rules, PROPERTIES)) {
			submit(application);
			assertThat(application.post("/delay/orders/pause", "mal\nlory", "").status()).isEqualTo(200);
			application.bean(Events.class).assertNext(Action.PAUSE, "mal_lory");
			assertThat(application.get("/delay/orders", "alice").body()).contains("\"by\":\"mal_lory\"");
		}
	}

	@Test
	void applicationIsTheOperatorWithoutAPrincipal() throws Exception {
		try (ActuatorApplication application = ActuatorApplication.withoutSecurity(this.web, Listening.class,
				PROPERTIES)) {
			submit(application);
			assertThat(application.post("/delay/orders/pause").status()).isEqualTo(200);
			application.bean(Events.class).assertNext(Action.PAUSE, "shop on host " + HostName.resolve());
		}
	}

	static void submit(ActuatorApplication application) {
		for (String id : new String[] { "1", "2" }) {
			application.bean(DelayTemplate.class)
				.submit(Job.to("orders").id(id).payload("4711").delay(Duration.ZERO).build());
		}
	}

	static class Events {

		private final BlockingQueue<DelayAdminEvent> events = new LinkedBlockingQueue<>();

		@EventListener
		void on(DelayAdminEvent event) {
			this.events.add(event);
		}

		void assertNext(Action action, String operator) throws InterruptedException {
			@Nullable DelayAdminEvent event = this.events.poll(10, TimeUnit.SECONDS);
			assertThat(event).as("an event within 10 seconds").isNotNull();
			assertThat(event.action()).isEqualTo(action);
			assertThat(event.operator()).hasToString(operator);
			assertThat(event.topic()).isEqualTo("orders");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Listening {

		@Bean
		Events events() {
			return new Events();
		}

	}

}
