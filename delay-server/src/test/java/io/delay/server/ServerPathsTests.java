// SPDX-License-Identifier: Apache-2.0

package io.delay.server;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Base64;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for roles on the paths that the settings of the actuator and of Delay determine.
 */
@Tag("versions")
@Tag("thorough")
class ServerPathsTests {

	private static final HttpClient client = HttpClient.newHttpClient();

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					--management.endpoints.web.base-path=/manage                | /manage   | /manage/health | /manage/prometheus
					--management.endpoints.web.base-path=/                      | /         | /health        | /prometheus
					--management.endpoints.web.path-mapping.health=up           | /actuator | /actuator/up   | /actuator/prometheus
					--management.endpoints.web.path-mapping.prometheus=metrics  | /actuator | /actuator/health | /actuator/metrics
					--management.server.port=0                                  | /actuator | /actuator/health | /actuator/prometheus
					""")
	void rolesFollowThePathsOfTheActuator(String setting, String root, String health, String metrics) {
		try (ConfigurableApplicationContext server = start(setting)) {
			assertThat(status(server, health, null)).isEqualTo(200);
			assertThat(status(server, metrics, null)).isEqualTo(401);
			assertThat(status(server, metrics, "scraper")).isEqualTo(200);
			assertThat(status(server, metrics, "alice")).isEqualTo(200);
			String endpoint = (root.equals("/") ? "" : root) + "/delay";
			assertThat(status(server, endpoint, "scraper")).isEqualTo(403);
			assertThat(status(server, endpoint, "alice")).isEqualTo(200);
			assertThat(status(server, "/elsewhere", "alice")).isIn(403, 404);
		}
	}

	private static ConfigurableApplicationContext start(String setting) {
		return new SpringApplication(DelayServerApplication.class).run(setting, "--server.port=0",
				"--delay.store.type=memory", "--management.health.redis.enabled=false",
				"--delay.server.users.alice.password={noop}secret", "--delay.server.users.alice.roles=viewer",
				"--delay.server.users.scraper.password={noop}secret", "--delay.server.users.scraper.roles=metrics");
	}

	private static int status(ConfigurableApplicationContext server, String path, String user) {
		String port = server.getEnvironment()
			.getProperty("local.management.port", server.getEnvironment().getRequiredProperty("local.server.port"));
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path));
		if (user != null) {
			request.header("Authorization",
					"Basic " + Base64.getEncoder().encodeToString((user + ":secret").getBytes()));
		}
		return client.sendAsync(request.build(), HttpResponse.BodyHandlers.discarding())
			.orTimeout(30, TimeUnit.SECONDS)
			.join()
			.statusCode();
	}

}
