// SPDX-License-Identifier: Apache-2.0

package io.delay.drill;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

import io.delay.drill.DrillApplication.Web;
import io.delay.server.DelayServerApplication;
import io.delay.test.redis.RedisForTests;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for many clients that announce a body and send it slowly or not at all: other
 * clients are served meanwhile.
 */
@Tag("thorough")
@Timeout(180)
class SlowBodyTests {

	private static final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	private static final String CREDENTIALS = "Basic "
			+ Base64.getEncoder().encodeToString("alice:secret".getBytes(StandardCharsets.US_ASCII));

	private static ConfigurableApplicationContext server;

	@BeforeAll
	static void start() {
		RedisForTests redis = RedisForTests.shared();
		server = new SpringApplication(DelayServerApplication.class).run("--server.port=0",
				"--spring.data.redis.host=" + redis.host(), "--spring.data.redis.port=" + redis.port(),
				"--delay.namespace=slow-" + System.nanoTime(), "--delay.server.users.alice.password={noop}secret",
				"--delay.server.users.alice.roles=producer,viewer,operator");
	}

	@AfterAll
	static void stop() {
		server.close();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			200  | 401 | POST /delay/v1/jobs                 |       | Content-Length: 100000     | x
			1000 | 401 | POST /delay/v1/jobs                 |       | Content-Length: 100000     | x
			1000 | 401 | POST /actuator/delay/a/pause        |       | Content-Length: 100000     | x
			1000 | 401 | POST /delay/v1/jobs                 |       | Content-Length: 100000     |
			1000 | 401 | POST /delay/v1/jobs                 |       | Transfer-Encoding: chunked | x
			1000 | 400 | GET /actuator/health/liveness       |       | Content-Length: 100000     |
			1000 | 400 | GET /actuator/health/liveness       |       | Transfer-Encoding: chunked | x
			200  | 503 | POST /delay/v1/topics/a/jobs        | alice | Content-Length: 100000     | x
			1000 | 503 | POST /delay/v1/topics/a/jobs        | alice | Content-Length: 100000     | x
			1000 | 503 | POST /delay/v1/topics/a/jobs        | alice | Transfer-Encoding: chunked |
			1000 | 413 | POST /delay/v1/topics/a/jobs        | alice | Content-Length: 100000000  | x
			1000 | 400 | POST /delay/v1/topics/a/jobs?x=1    | alice | Content-Length: 100000     | x
			""")
	void serverAnswersOtherClients(int count, int status, String request, String user, String body, String next)
			throws Exception {
		int port = Integer.parseInt(server.getEnvironment().getRequiredProperty("local.server.port"));
		String start = body.startsWith("Transfer") ? "5;" : "";
		try (SlowClients slow = SlowClients.connect(port, count,
				head(request, body + ((user != null) ? "\r\nAuthorization: " + CREDENTIALS : "")) + start,
				(next != null) ? next : "")) {
			assertOthersAreAnswered(port, CREDENTIALS);
			assertThat(slow.answered("HTTP/1.1 " + status)).isPositive();
		}
	}

	// The settings are those of Spring Boot, instead of those of the server
	@ParameterizedTest
	@EnumSource
	void applicationAnswersOtherClients(Web web) throws Exception {
		try (DrillApplication application = DrillApplication.start(web, RedisForTests.shared().port(),
				"--server.tomcat.max-swallow-size=2MB", "--server.tomcat.connection-timeout=60s")) {
			for (String request : new String[] { "POST /delay/v1/topics/a/jobs", "POST /delay/v1/topics/a/jobs?x=1",
					"GET /delay/v1/topics/a" }) {
				for (int count : new int[] { 200, 1000 }) {
					try (SlowClients slow = SlowClients.connect(application.port(), count,
							head(request, "Content-Length: 100000"), "x")) {
						assertOthersAreAnswered(application.port(), "none");
					}
				}
			}
		}
	}

	@ParameterizedTest
	@CsvSource({ "POST /delay/v1/jobs, none, 401", "GET /actuator/health, none, 400",
			"POST /delay/v1/topics/a/jobs, alice, 413" })
	void clientThatSendsTheWholeBodyFirstReceivesTheRefusal(String request, String user, int status) throws Exception {
		int size = 16 * 1024 * 1024 + 1;
		String authorization = "alice".equals(user) ? "\r\nAuthorization: " + CREDENTIALS : "";
		try (Socket socket = new Socket("localhost",
				Integer.parseInt(server.getEnvironment().getRequiredProperty("local.server.port")))) {
			socket.setSoTimeout(30_000);
			socket.getOutputStream()
				.write(head(request, "Content-Length: " + size + authorization).getBytes(StandardCharsets.US_ASCII));
			socket.getOutputStream().write(new byte[size]);
			assertThat(new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
				.isEqualTo("HTTP/1.1 " + status);
		}
	}

	@Test
	void refusedClientThatKeepsSendingIsDisconnected() throws Exception {
		try (Socket socket = new Socket("localhost",
				Integer.parseInt(server.getEnvironment().getRequiredProperty("local.server.port")))) {
			socket.getOutputStream()
				.write(head("POST /delay/v1/jobs", "Content-Length: 100000").getBytes(StandardCharsets.US_ASCII));
			Awaitility.await()
				.atMost(Duration.ofSeconds(30))
				.pollInterval(Duration.ofMillis(500))
				.until(() -> isDisconnected(socket));
		}
	}

	private static boolean isDisconnected(Socket socket) {
		try {
			socket.getOutputStream().write('x');
			return false;
		}
		catch (IOException ex) {
			return true;
		}
	}

	private static String head(String request, String header) {
		return request + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" + header + "\r\n\r\n";
	}

	// The median, because this machine can stop everything for a moment
	private static void assertOthersAreAnswered(int port, String authorization) {
		long[] millis = LongStream.range(0, 9)
			.map((index) -> probe(port, authorization, (index % 2 == 0) ? "GET" : "POST"))
			.sorted()
			.toArray();
		assertThat(millis[4]).as("%s", Arrays.toString(millis)).isLessThan(1000);
	}

	private static long probe(int port, String authorization, String method) {
		long startedAt = System.nanoTime();
		HttpRequest request = HttpRequest
			.newBuilder(URI
				.create("http://localhost:" + port + "/delay/v1/topics" + ("POST".equals(method) ? "/probe/jobs" : "")))
			.timeout(Duration.ofSeconds(20))
			.header("Authorization", authorization)
			.header("Content-Type", "application/json")
			.method(method,
					"GET".equals(method) ? HttpRequest.BodyPublishers.noBody()
							: HttpRequest.BodyPublishers.ofString("{\"payload\":1}"))
			.build();
		try {
			int status = client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
			assertThat(status).isIn("GET".equals(method) ? new Object[] { 200 } : new Object[] { 201, 503 });
		}
		catch (IOException | InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
		return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startedAt);
	}

}
