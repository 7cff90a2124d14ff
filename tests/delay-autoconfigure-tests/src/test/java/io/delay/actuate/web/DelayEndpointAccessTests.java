// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.web;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Configuration;

import io.delay.actuate.ActuatorApplication;
import io.delay.actuate.ActuatorApplication.Web;
import io.delay.admin.DelayAdmin;
import io.delay.job.Job;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Who may change something, and who sees what jobs carry, with Spring Security and
 * without. Each web framework has a subclass.
 */
abstract class DelayEndpointAccessTests {

	private static final String EXPOSED = "management.endpoints.web.exposure.include=delay";

	private static final String UNRESTRICTED = "management.endpoint.delay.access=unrestricted";

	private final Web web;

	private final Class<?> users;

	private final Class<?> lenientRules;

	private final Class<?> rules;

	/**
	 * Create the tests.
	 * @param web the web framework
	 * @param users a configuration with the users {@code admin} and {@code auditor}
	 * @param lenientRules the same, and rules by which every user may do everything
	 * @param rules the same, and rules by which only {@code admin} may change something
	 */
	DelayEndpointAccessTests(Web web, Class<?> users, Class<?> lenientRules, Class<?> rules) {
		this.web = web;
		this.users = users;
		this.lenientRules = lenientRules;
		this.rules = rules;
	}

	@Test
	void defaultsPermitNeitherChangesNorPayloads() {
		try (ActuatorApplication application = ActuatorApplication.withoutSecurity(this.web, Nothing.class, EXPOSED)) {
			submit(application);
			assertThat(application.get("/delay").status()).isEqualTo(200);
			assertThat(application.get("/delay").json().get("operator").asBoolean()).isFalse();
			assertThat(application.get("/delay/orders").status()).isEqualTo(200);
			assertThatNothingCarriedIsSeen(application.get("/delay/orders/job?id=1"));
			assertThatNothingCarriedIsSeen(application.get("/delay/orders/jobs?state=ready"));
			assertThat(application.post("/delay/orders/pause").status()).isEqualTo(405);
			assertThat(application.delete("/delay/orders/job?id=1").status()).isEqualTo(405);
			assertThat(application.bean(DelayAdmin.class).topics().status("orders").paused()).isFalse();
			assertThat(application.bean(DelayAdmin.class).jobs().find("orders", "1")).isPresent();
		}
	}

	@Test
	void finishedRunsShowNoPayloadByDefault() {
		try (ActuatorApplication application = ActuatorApplication.withoutSecurity(this.web, Nothing.class, EXPOSED,
				"delay.history.max-count=10", "delay.history.payloads=true")) {
			submit(application);
			application.bean(DelayAdmin.class).jobs().cancel("orders", "1");
			assertThatNothingCarriedIsSeen(application.get("/delay/orders/job?id=1"));
			assertThat(application.get("/delay/orders/job?id=1").json().get("runs")).hasSize(1);
		}
	}

	@Test
	void payloadsAreHiddenWithoutSpringSecurity() {
		try (ActuatorApplication application = ActuatorApplication.withoutSecurity(this.web, Nothing.class, EXPOSED,
				UNRESTRICTED, "delay.endpoint.show-payloads=when-authorized",
				"management.endpoints.access.max-permitted=read-only")) {
			submit(application);
			assertThatNothingCarriedIsSeen(application.get("/delay/orders/job?id=1"));
			// A general limit goes before what is granted
			assertThat(application.post("/delay/orders/pause").status()).isEqualTo(405);
		}
	}

	@Test
	void rolesDetermineWhoSeesPayloadsAndWhoChangesJobs() {
		try (ActuatorApplication application = ActuatorApplication.withSecurity(this.web, this.rules, EXPOSED,
				UNRESTRICTED, "delay.endpoint.show-payloads=when-authorized", "delay.endpoint.roles=AUDITOR,SUPPORT")) {
			submit(application);
			assertThat(application.get("/delay").status()).isEqualTo(401);
			String job = "/delay/orders/job?id=1";
			assertThatNothingCarriedIsSeen(application.get(job, "admin"));
			assertThatNothingCarriedIsSeen(application.get("/delay/orders/jobs?state=ready", "admin"));
			assertThat(application.get(job, "auditor").body()).contains("secret-payload", "secret-header");
			assertThat(application.get("/delay/orders/jobs?state=ready", "auditor").body()).contains("secret-payload",
					"secret-header");
			assertThat(application.post("/delay/orders/pause", "auditor", "").status()).isEqualTo(403);
			assertThat(application.post("/delay/orders/pause", "admin", "").status()).isEqualTo(200);
			assertThat(application.bean(DelayAdmin.class).topics().status("orders").paused()).isTrue();
		}
	}

	@Test
	void onlyUsersWithAnOperatorRoleChangeSomething() {
		try (ActuatorApplication application = ActuatorApplication.withSecurity(this.web, this.lenientRules, EXPOSED,
				UNRESTRICTED, "delay.endpoint.operator-roles=OPERATOR,ADMIN")) {
			submit(application);
			assertThat(application.get("/delay", "auditor").json().get("operator").asBoolean()).isFalse();
			ActuatorApplication.Reply refused = application.post("/delay/orders/pause", "auditor", "");
			assertThat(refused.status()).isEqualTo(403);
			assertThat(refused.json().get("type").asText()).isEqualTo("urn:delay:problem:forbidden");
			assertThat(refused.json().get("detail").asText()).contains("delay.endpoint.operator-roles");
			assertThat(application.delete("/delay/orders/job?id=1", "auditor").status()).isEqualTo(403);
			assertThat(application.delete("/delay/orders", "auditor").status()).isEqualTo(403);
			assertThat(application.bean(DelayAdmin.class).topics().status("orders").paused()).isFalse();
			assertThat(application.get("/delay", "admin").json().get("operator").asBoolean()).isTrue();
			assertThat(application.post("/delay/orders/pause", "admin", "").status()).isEqualTo(200);
		}
	}

	@Test
	void changesAreForbiddenWithoutSpringSecurity() {
		try (ActuatorApplication application = ActuatorApplication.withoutSecurity(this.web, Nothing.class, EXPOSED,
				UNRESTRICTED, "delay.endpoint.operator-roles=OPERATOR")) {
			submit(application);
			assertThat(application.get("/delay").json().get("operator").asBoolean()).isFalse();
			assertThat(application.post("/delay/orders/pause").status()).isEqualTo(403);
		}
	}

	@Test
	void defaultSecurityRequiresALoginAndACsrfToken() {
		try (ActuatorApplication application = ActuatorApplication.withSecurity(this.web, this.users, EXPOSED,
				UNRESTRICTED, "delay.endpoint.show-payloads=when-authorized")) {
			submit(application);
			assertThat(application.get("/delay/orders/job?id=1").status()).isEqualTo(401);
			assertThat(application.get("/delay/orders/job?id=1", "admin").body()).contains("secret-payload");
			assertThat(application.post("/delay/orders/pause", "admin", "").status()).isBetween(401, 403);
			assertThat(application.bean(DelayAdmin.class).topics().status("orders").paused()).isFalse();
		}
	}

	private static void submit(ActuatorApplication application) {
		application.bean(DelayTemplate.class)
			.submit(Job.to("orders")
				.id("1")
				.payload("secret-payload")
				.header("tenant", "secret-header")
				.delay(Duration.ZERO)
				.build());
	}

	private static void assertThatNothingCarriedIsSeen(ActuatorApplication.Reply reply) {
		assertThat(reply.status()).isEqualTo(200);
		assertThat(reply.body()).contains("\"id\":\"1\"").doesNotContain("secret", "headers", "payload", "tenant");
	}

	@Configuration(proxyBeanMethods = false)
	static class Nothing {

	}

}
