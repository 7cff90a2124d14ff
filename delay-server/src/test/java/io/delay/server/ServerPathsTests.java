// SPDX-License-Identifier: Apache-2.0

package io.delay.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

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

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					--management.endpoints.web.base-path=/manage                | /manage   | /manage/health | /manage/prometheus
					--management.endpoints.web.base-path=/                      | /         | /health        | /prometheus
					--management.endpoints.web.path-mapping.health=up           | /actuator | /actuator/up   | /actuator/prometheus
					--management.endpoints.web.path-mapping.prometheus=metrics  | /actuator | /actuator/health | /actuator/metrics
					--management.server.port=0                                  | /actuator | /actuator/health | /actuator/prometheus
					--management.endpoints.web.base-path=/delay/v1/manage       | /delay/v1/manage | /delay/v1/manage/health | /delay/v1/manage/prometheus
					--server.servlet.context-path=/shop                         | /shop/actuator | /shop/actuator/health | /shop/actuator/prometheus
					""")
	void rolesFollowThePathsOfTheActuator(String setting, String root, String health, String metrics) {
		try (ConfigurableApplicationContext server = start(setting)) {
			assertThat(status(server, health, null)).isEqualTo(200);
			assertThat(status(server, metrics, null)).isEqualTo(401);
			assertThat(status(server, metrics, "scraper")).isEqualTo(200);
			assertThat(status(server, metrics, "alice")).isEqualTo(200);
			String endpoint = (root.equals("/") ? "" : root) + "/delay";
			assertThat(status(server, endpoint, "scraper")).isEqualTo(403);
			assertThat(status(server, endpoint + "/orders/job?id=1", "scraper")).isEqualTo(403);
			assertThat(status(server, health + "?x=%zz", null)).isEqualTo(400);
			assertThat(statusOfGetWithBody(server, health)).isEqualTo(400);
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

	// Sent without a client of HTTP, which would refuse an invalid query
	private static int status(ConfigurableApplicationContext server, String path, String user) {
		return send(server,
				"GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
						+ ((user != null)
								? "Authorization: Basic "
										+ Base64.getEncoder().encodeToString((user + ":secret").getBytes()) + "\r\n"
								: "")
						+ "\r\n");
	}

	private static int statusOfGetWithBody(ConfigurableApplicationContext server, String path) {
		return send(server, "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
				+ "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}");
	}

	private static int send(ConfigurableApplicationContext server, String request) {
		String port = server.getEnvironment()
			.getProperty("local.management.port", server.getEnvironment().getRequiredProperty("local.server.port"));
		try (Socket socket = new Socket("localhost", Integer.parseInt(port))) {
			socket.setSoTimeout(30_000);
			socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
			String reply = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
			return Integer.parseInt(reply.split(" ", 3)[1]);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
