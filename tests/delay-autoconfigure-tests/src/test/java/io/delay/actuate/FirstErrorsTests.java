// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.dao.DataAccessException;

import io.delay.actuate.DelayHealth.Status;
import io.delay.annotation.DelayListener;
import io.delay.autoconfigure.BootAutoConfigurations;
import io.delay.autoconfigure.DelayAutoConfiguration;
import io.delay.autoconfigure.ListenerRegistries;
import io.delay.autoconfigure.startup.DelayStartupCheckAutoConfiguration;
import io.delay.store.admin.JobStoreInspector;
import io.delay.template.DelayTemplate;
import io.delay.test.redis.EmbeddedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * What a person sees who has set something about Redis wrong: exception, log and health
 * each say where, why and what to do, in an application that submits and in one that only
 * listens.
 */
@ExtendWith(OutputCaptureExtension.class)
@Timeout(60)
class FirstErrorsTests {

	private static final String CHANNELS = "access to the channels";

	@Test
	void wrongPort(CapturedOutput output) {
		String[] words = { "localhost:1 cannot be reached", "Connection refused", "spring.data.redis" };
		Map<String, String> settings = settings(1);
		producer(settings, (context) -> checkAll(context, output, words));
		listener(settings, (context) -> checkAll(context, output, words));
	}

	@Test
	void wrongPassword(CapturedOutput output) {
		try (EmbeddedRedis redis = EmbeddedRedis.start("requirepass right")) {
			String[] words = { "localhost:" + redis.port() + " refuses the connection", "WRONGPASS",
					"spring.data.redis.username and password" };
			Map<String, String> settings = settings(redis.port(), "spring.data.redis.password", "wrong");
			producer(settings, (context) -> checkAll(context, output, words));
			listener(settings, (context) -> checkAll(context, output, words));
			assertThat(output).doesNotContain(CHANNELS);
		}
	}

	@Test
	void noPassword(CapturedOutput output) {
		try (EmbeddedRedis redis = EmbeddedRedis.start("requirepass right")) {
			String[] words = { "localhost:" + redis.port(), "NOAUTH", "spring.data.redis.username and password" };
			producer(settings(redis.port()), (context) -> checkAll(context, output, words));
			listener(settings(redis.port()), (context) -> checkAll(context, output, words));
			assertThat(output).doesNotContain(CHANNELS);
		}
	}

	// A submit waits for the end of a failover before it fails
	@Test
	@Tag("thorough")
	void readOnlyReplica(CapturedOutput output) {
		try (EmbeddedRedis master = EmbeddedRedis.start();
				EmbeddedRedis replica = EmbeddedRedis.start("replicaof localhost " + master.port())) {
			Map<String, String> settings = settings(replica.port());
			producer(settings, (context) -> {
				assertThat(catchThrowable(() -> submit(context))).isInstanceOf(DataAccessException.class)
					.hasMessageContainingAll("read-only replica", "localhost:" + replica.port(), "its master")
					.hasMessageNotContaining("temporarily");
				checkLogAndHealth(context, output, "localhost:" + replica.port() + " is a read-only replica",
						"its master");
			});
			listener(settings, (context) -> {
				checkLogAndHealth(context, output, "localhost:" + replica.port() + " is a read-only replica",
						"its master");
				await(() -> assertThat(output.getAll().lines())
					.anyMatch((line) -> line.contains("Cannot reserve jobs of topic 'orders'")
							&& line.contains("localhost:" + replica.port()) && line.contains("read-only replica")));
			});
		}
	}

	@Test
	void userWithoutACommand(CapturedOutput output) {
		try (EmbeddedRedis redis = EmbeddedRedis.start("user shop on >secret ~* &* +@all -zrem")) {
			Map<String, String> settings = settings(redis.port(), "spring.data.redis.username", "shop",
					"spring.data.redis.password", "secret");
			String[] words = { "localhost:" + redis.port() + " may not call zrem", "docs/stores/redis.md" };
			producer(settings, (context) -> checkLogAndHealth(context, output, words));
			listener(settings, (context) -> {
				submit(context);
				checkLogAndHealth(context, output, words);
				await(() -> assertThat(output.getAll().lines())
					.anyMatch((line) -> line.contains("Cannot reserve jobs of topic 'orders'")
							&& line.contains("localhost:" + redis.port()) && line.contains("docs/stores/redis.md")));
			});
		}
	}

	@Test
	void userWhoMayNotSubmit(CapturedOutput output) {
		try (EmbeddedRedis redis = EmbeddedRedis.start("user shop on >secret ~* &* +@all -zadd")) {
			producer(settings(redis.port(), "spring.data.redis.username", "shop", "spring.data.redis.password",
					"secret"), (context) -> {
						assertThat(catchThrowable(() -> submit(context))).isInstanceOf(DataAccessException.class)
							.hasMessageContainingAll("localhost:" + redis.port(), "The Redis user lacks a permission",
									"docs/stores/redis.md");
						checkLogAndHealth(context, output, "localhost:" + redis.port() + " may not call zadd");
					});
		}
	}

	@Test
	void nothingIsWrong(CapturedOutput output) {
		try (EmbeddedRedis redis = EmbeddedRedis.start("appendonly yes")) {
			listener(settings(redis.port()), (context) -> {
				submit(context);
				await(() -> assertThat(health(context).status()).isEqualTo(Status.UP));
			});
		}
		assertThat(output).doesNotContain("WARN");
	}

	@Test
	void aServerThatOnlySpeaksTheOlderProtocol(CapturedOutput output) {
		try (EmbeddedRedis redis = EmbeddedRedis.start("appendonly yes", "rename-command HELLO \"\"")) {
			listener(settings(redis.port()), (context) -> {
				submit(context);
				await(() -> assertThat(context.getBean(Listener.class).handled).isTrue());
				await(() -> assertThat(health(context).status()).isEqualTo(Status.UP));
			});
		}
		assertThat(output).doesNotContain("WARN");
	}

	@Test
	void aProxyThatClosesTheConnectionOnAnUnknownCommand(CapturedOutput output) throws IOException {
		try (ServerSocket proxy = new ServerSocket(0, 50, InetAddress.getByName("localhost"))) {
			Thread thread = new Thread(() -> closeAfterTheFirstCommand(proxy));
			thread.setDaemon(true);
			thread.start();
			producer(settings(proxy.getLocalPort()), (context) -> checkAll(context, output,
					"localhost:" + proxy.getLocalPort() + " cannot be reached", "HELLO", "twemproxy", "TLS"));
		}
	}

	private static void closeAfterTheFirstCommand(ServerSocket proxy) {
		while (!proxy.isClosed()) {
			try (Socket client = proxy.accept()) {
				client.getInputStream().read(new byte[1024]);
			}
			catch (IOException ex) {
				// The test has ended, or the client has
			}
		}
	}

	@Test
	void aServerWithoutPubSub(CapturedOutput output) {
		try (EmbeddedRedis redis = EmbeddedRedis.start("appendonly yes", "rename-command SUBSCRIBE \"\"")) {
			listener(settings(redis.port()),
					(context) -> await(() -> assertThat(output.getAll().lines())
						.anyMatch((line) -> line.contains("StartupCheck") && line.contains("does not know subscribe"))
						.anyMatch((line) -> line.contains("RedisWakeUps")
								&& line.contains("Remove the rename-command of this command"))));
		}
	}

	private static void checkAll(ApplicationContext context, CapturedOutput output, String... words) {
		assertThat(catchThrowable(() -> submit(context))).isInstanceOf(DataAccessException.class)
			.hasMessageContainingAll(words);
		checkLogAndHealth(context, output, words);
	}

	private static void checkLogAndHealth(ApplicationContext context, CapturedOutput output, String... words) {
		await(() -> {
			assertThat(output.getAll().lines()).anyMatch((line) -> line.contains("WARN") && containsAll(line, words));
			assertThat(health(context).status()).isEqualTo(Status.DOWN);
			assertThat(error(health(context))).contains(words);
		});
	}

	private static boolean containsAll(String line, String... words) {
		for (String word : words) {
			if (!line.contains(word)) {
				return false;
			}
		}
		return true;
	}

	private static void await(Runnable assertion) {
		Awaitility.await().atMost(Duration.ofSeconds(20)).untilAsserted(assertion::run);
	}

	private static String error(DelayHealth health) {
		return String.valueOf((health.failure() != null) ? health.failure() : health.details().get("error"));
	}

	private static DelayHealth health(ApplicationContext context) {
		return new DelayHealthCheck(context.getBean(JobStoreInspector.class), ListenerRegistries.of(context), null)
			.check();
	}

	private static void submit(ApplicationContext context) {
		context.getBean(DelayTemplate.class).submit("orders", "payload", Duration.ZERO);
	}

	private static Map<String, String> settings(int port, String... more) {
		Map<String, String> settings = new LinkedHashMap<>();
		settings.put("spring.data.redis.host", "localhost");
		settings.put("spring.data.redis.port", String.valueOf(port));
		for (int i = 0; i < more.length; i += 2) {
			settings.put(more[i], more[i + 1]);
		}
		return settings;
	}

	private static void producer(Map<String, String> settings, Consumer<ApplicationContext> check) {
		run(new ApplicationContextRunner(), settings, check);
	}

	private static void listener(Map<String, String> settings, Consumer<ApplicationContext> check) {
		run(new ApplicationContextRunner().withBean(Listener.class), settings, check);
	}

	private static void run(ApplicationContextRunner application, Map<String, String> settings,
			Consumer<ApplicationContext> check) {
		application
			.withConfiguration(BootAutoConfigurations.redisAndJackson(DelayAutoConfiguration.class,
					DelayStartupCheckAutoConfiguration.class))
			.withPropertyValues(settings.entrySet().stream().map(Object::toString).toArray(String[]::new))
			.run((context) -> {
				assertThat(context).hasNotFailed();
				check.accept(context);
			});
	}

	static class Listener {

		private volatile boolean handled;

		@DelayListener(topic = "orders")
		void handle(String order) {
			this.handled = true;
		}

	}

}
