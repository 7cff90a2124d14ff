// SPDX-License-Identifier: Apache-2.0

package io.delay.redis;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.delay.test.redis.EmbeddedRedis;
import io.delay.test.redis.RedisClusterForTests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What a look at real servers finds.
 */
@ExtendWith(OutputCaptureExtension.class)
class RedisServerCheckTests {

	@Test
	void eachCheckReadsTheSettingsOfTheServer() {
		try (EmbeddedRedis redis = EmbeddedRedis.start(); RedisSpace space = RedisSpace.of(redis)) {
			String server = "localhost:" + redis.port() + ": ";
			assertThat(findings(space, 0)).singleElement()
				.asString()
				.contains("No persistence", server + "no append-only file", "seconds ago");
			set(space, "maxmemory", "100mb");
			set(space, "maxmemory-policy", "allkeys-lru");
			assertThat(findings(space, 1)).satisfiesExactly(
					(finding) -> assertThat(finding).contains(server + "maxmemory-policy is allkeys-lru"),
					(finding) -> assertThat(finding).contains("No persistence"),
					(finding) -> assertThat(finding).contains(server + "0 of 1 replicas online"));
		}
	}

	@Test
	void aServerWithoutProblemsHasNoFindings() {
		try (EmbeddedRedis redis = EmbeddedRedis.start("appendonly yes", "maxmemory 100mb",
				"maxmemory-policy noeviction"); RedisSpace space = RedisSpace.of(redis)) {
			assertThat(findings(space, 0)).isEmpty();
		}
	}

	@Test
	void anUnreachableServerIsReported() {
		LettuceConnectionFactory nowhere = RedisAccess.factory("localhost", 1,
				RedisAccess.client(Duration.ofSeconds(5)));
		try (RedisConnections connections = new RedisConnections(nowhere)) {
			RedisServerCheck check = new RedisServerCheck(connections, RedisJobStoreOptions.DEFAULT);
			assertThatExceptionOfType(DataAccessException.class).isThrownBy(check::findings);
		}
	}

	@Test
	@Tag("thorough")
	void theMastersOfAClusterAreChecked() {
		try (RedisSpace space = RedisSpace.sharedCluster(1)) {
			List<String> findings = findings(space, 2);
			assertThat(findings).hasSize(2);
			long masters = RedisClusterForTests.shared()
				.nodes()
				.stream()
				.filter((node) -> findings.get(1).contains(":" + node.port() + ": 1 of 2 replicas online"))
				.count();
			assertThat(masters).isEqualTo(3);
			assertThat(findings(space, 1)).hasSize(1);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "user default on nopass ~* &* +@all -info", "rename-command INFO \"\"" })
	void aRefusedInfoCommandIsNotAFinding(String setting) {
		try (EmbeddedRedis redis = EmbeddedRedis.start(setting, "maxmemory 100mb", "maxmemory-policy allkeys-lru")) {
			RedisStandaloneConfiguration configuration = new RedisStandaloneConfiguration(redis.host(), redis.port());
			LettuceConnectionFactory factory = new LettuceConnectionFactory(configuration,
					RedisAccess.client(Duration.ofSeconds(5)));
			try (RedisConnections connections = new RedisConnections(factory)) {
				assertThat(new RedisServerCheck(connections, RedisJobStoreOptions.DEFAULT).findings()).isEmpty();
			}
		}
	}

	@ParameterizedTest
	@CsvSource(quoteCharacter = '|', textBlock = """
			rename-command EVALSHA "",                     rename-command
			rename-command EVAL "",                        rename-command
			rename-command ZADD "",                        rename-command
			user default on nopass ~* &* +@all -evalsha,   ACL""")
	void aServerThatRefusesToRunScriptsIsAFinding(String setting, String remedy) {
		try (EmbeddedRedis redis = EmbeddedRedis.start(setting, "appendonly yes")) {
			LettuceConnectionFactory factory = RedisAccess.factory(redis.host(), redis.port(),
					RedisAccess.client(Duration.ofSeconds(5)));
			try (RedisConnections connections = new RedisConnections(factory)) {
				assertThat(new RedisServerCheck(connections, RedisJobStoreOptions.DEFAULT).findings()).singleElement()
					.asString()
					.contains(remedy)
					.contains(redis.host() + ":" + redis.port());
			}
		}
	}

	@ParameterizedTest
	@CsvSource({ "TIME, submits", "HKEYS, submits", "HEXISTS, submits", "PUBLISH, late by up to 18 seconds",
			"SUBSCRIBE, late by up to 18 seconds" })
	void aCommandThatTheServerOrAProxyDoesNotKnowIsReported(String command, String consequence) {
		try (EmbeddedRedis redis = EmbeddedRedis.start("rename-command " + command + " \"\"", "appendonly yes");
				RedisConnections connections = new RedisConnections(
						RedisAccess.factory(redis.host(), redis.port(), RedisAccess.client(Duration.ofSeconds(5))))) {
			assertThat(new RedisServerCheck(connections, RedisJobStoreOptions.DEFAULT).findings()).singleElement()
				.asString()
				.contains(redis.host() + ":" + redis.port() + " does not know " + command.toLowerCase(Locale.ROOT),
						consequence, "rename-command", "proxy")
				.doesNotContain("ACL");
		}
	}

	@Test
	void aRefusedInfoCommandIsLogged(CapturedOutput output) {
		Logger log = (Logger) LoggerFactory.getLogger("io.delay.redis.server");
		log.setLevel(Level.INFO);
		try (EmbeddedRedis redis = EmbeddedRedis.start("rename-command INFO \"\"");
				RedisConnections connections = new RedisConnections(
						RedisAccess.factory(redis.host(), redis.port(), RedisAccess.client(Duration.ofSeconds(5))))) {
			new RedisServerCheck(connections, RedisJobStoreOptions.DEFAULT).findings();
			assertThat(output).contains("Redis at localhost:" + redis.port() + " refuses INFO")
				.doesNotContain("with args");
		}
		finally {
			log.setLevel(null);
		}
	}

	@Test
	void aUserWithoutWakeUpsIsNotAFinding() {
		try (EmbeddedRedis redis = EmbeddedRedis.start("user default on nopass ~* +@all resetchannels",
				"appendonly yes");
				RedisConnections connections = new RedisConnections(
						RedisAccess.factory(redis.host(), redis.port(), RedisAccess.client(Duration.ofSeconds(5))))) {
			assertThat(new RedisServerCheck(connections, RedisJobStoreOptions.DEFAULT).findings()).isEmpty();
		}
	}

	private static List<String> findings(RedisSpace space, int waitReplicas) {
		return new RedisServerCheck(space.connections(),
				space.options().withWaitReplicas(waitReplicas, Duration.ofSeconds(1)))
			.findings();
	}

	private static void set(RedisSpace space, String setting, String value) {
		space.template().execute((connection) -> {
			connection.serverCommands().setConfig(setting, value);
			return null;
		}, true);
	}

}
