// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.properties;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.convert.DurationStyle;

import io.delay.autoconfigure.properties.JdbcProperties.ListenMode;
import io.delay.autoconfigure.properties.JdbcProperties.SchemaInitialization;
import io.delay.jdbc.JdbcJobStoreOptions;
import io.delay.job.JobDefaults;
import io.delay.listener.BackoffPolicy;
import io.delay.listener.ListenerSettings;
import io.delay.listener.container.DelayListenerContainerOptions;
import io.delay.redis.RedisJobStoreOptions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What an IDE knows about the properties.
 */
class ConfigurationMetadataTests {

	private static final Map<String, JsonNode> properties = new LinkedHashMap<>();

	@BeforeAll
	static void read() throws IOException {
		// Other libraries have a file of this name, too
		String home = DelayProperties.class.getProtectionDomain().getCodeSource().getLocation().toString();
		String file = "META-INF/spring-configuration-metadata.json";
		URI location = URI.create(home.endsWith(".jar") ? "jar:" + home + "!/" + file : home + file);
		try (InputStream metadata = location.toURL().openStream()) {
			new JsonMapper().readTree(metadata)
				.get("properties")
				.forEach((property) -> properties.put(property.get("name").asText(), property));
		}
	}

	@Test
	void everyPropertyIsKnown() {
		assertThat(properties).containsOnlyKeys("delay.enabled", "delay.namespace", "delay.store.type", "delay.job.ttr",
				"delay.job.max-attempts", "delay.job.max-payload-size", "delay.listener.concurrency",
				"delay.listener.auto-startup", "delay.listener.auto-touch", "delay.listener.max-run-time",
				"delay.listener.shutdown-timeout", "delay.listener.look-ahead", "delay.listener.backoff.type",
				"delay.listener.backoff.delay", "delay.listener.backoff.multiplier", "delay.listener.backoff.max-delay",
				"delay.listener.backoff.jitter", "delay.failed.max-age", "delay.failed.max-count",
				"delay.failed.stack-trace-size", "delay.history.max-count", "delay.history.max-age",
				"delay.history.payloads", "delay.redis.partitions", "delay.redis.wait-replicas",
				"delay.redis.wait-replicas-timeout", "delay.redis.move-topics", "delay.redis.url", "delay.redis.host",
				"delay.redis.port", "delay.redis.username", "delay.redis.password", "delay.redis.database",
				"delay.redis.connect-timeout", "delay.redis.timeout", "delay.redis.ssl.enabled",
				"delay.redis.ssl.bundle", "delay.redis.sentinel.master", "delay.redis.sentinel.nodes",
				"delay.redis.sentinel.username", "delay.redis.sentinel.password", "delay.redis.cluster.nodes",
				"delay.redis.cluster.max-redirects", "delay.jdbc.table-prefix", "delay.jdbc.initialize-schema",
				"delay.jdbc.poll-interval", "delay.jdbc.listen", "delay.jdbc.timeout", "delay.move.from",
				"delay.move.topics", "delay.move.timeout", "delay.topics", "delay.observation.enabled",
				"delay.metrics.enabled", "delay.metrics.interval", "delay.metrics.max-topics", "delay.tracing.relation",
				"delay.health.max-ready-age", "delay.endpoint.show-payloads", "delay.endpoint.roles",
				"delay.endpoint.operator-roles", "delay.rest.enabled", "delay.rest.path",
				"delay.rest.require-authentication", "delay.rest.max-request-size", "delay.rest.max-total-request-size",
				"delay.rest.max-waiting", "delay.rest.threads", "management.endpoint.delay.access",
				"management.health.delay.enabled", "delay.startup-check", "delay.ignored-keys");
	}

	@Test
	void everyPropertyHasADescription() {
		assertThat(properties.values()).allSatisfy(
				(property) -> assertThat(property.path("description").asText("")).as(property.path("name").asText())
					.hasSizeGreaterThan(10)
					.endsWith("."));
	}

	@Test
	void documentedDefaultsAreKnown() {
		assertThat(defaults()).containsEntry("delay.enabled", "true")
			.containsEntry("delay.namespace", "delay")
			.containsEntry("delay.jdbc.table-prefix", "delay_")
			.containsEntry("delay.jdbc.initialize-schema", "embedded")
			.containsEntry("delay.jdbc.poll-interval", "1s")
			.containsEntry("delay.jdbc.listen", "auto")
			.containsEntry("delay.jdbc.timeout", "60s")
			.containsEntry("delay.move.timeout", "5m")
			.containsEntry("delay.startup-check", "warn")
			.containsEntry("delay.job.ttr", "60s")
			.containsEntry("delay.job.max-attempts", "5")
			.containsEntry("delay.job.max-payload-size", "64KB")
			.containsEntry("delay.listener.concurrency", "8")
			.containsEntry("delay.listener.auto-startup", "true")
			.containsEntry("delay.listener.auto-touch", "false")
			.containsEntry("delay.listener.max-run-time", "1h")
			.containsEntry("delay.listener.shutdown-timeout", "20s")
			.containsEntry("delay.listener.look-ahead", "20ms")
			.containsEntry("delay.failed.stack-trace-size", "4KB")
			.containsEntry("delay.redis.partitions", "1")
			.containsEntry("delay.observation.enabled", "true")
			.containsEntry("delay.metrics.enabled", "true")
			.containsEntry("delay.metrics.interval", "30s")
			.containsEntry("delay.metrics.max-topics", "100")
			.containsEntry("delay.tracing.relation", "link")
			.containsEntry("delay.redis.wait-replicas", "0")
			.containsEntry("delay.redis.wait-replicas-timeout", "1s")
			.containsEntry("delay.listener.backoff.type", "ttr")
			.containsEntry("delay.listener.backoff.delay", "1s")
			.containsEntry("delay.listener.backoff.multiplier", "2")
			.containsEntry("delay.listener.backoff.max-delay", "1h")
			.containsEntry("delay.listener.backoff.jitter", "0s")
			.containsEntry("delay.endpoint.show-payloads", "never")
			.containsEntry("management.endpoint.delay.access", "read_only")
			.containsEntry("management.health.delay.enabled", "true");
	}

	// The processor that writes the metadata reads constants only, so durations and sizes
	// are repeated
	@Test
	void defaultsEqualThoseOfTheEngine() {
		DelayProperties properties = bind(Map.of());
		assertThat(properties.listenerDefaults()).isEqualTo(ListenerSettings.builder()
			.concurrency(JobDefaults.CONCURRENCY)
			.ttr(JobDefaults.TTR)
			.autoTouch(ListenerSettings.defaults().autoTouch())
			.maxRunTime(JobDefaults.MAX_RUN_TIME)
			.maxAttempts(JobDefaults.MAX_ATTEMPTS)
			.autoStartup(ListenerSettings.defaults().autoStartup())
			.build());
		assertThat(properties.job().maxPayloadSize()).isEqualTo(JobDefaults.MAX_PAYLOAD_SIZE);
		assertThat(properties.listener().shutdownTimeout())
			.isEqualTo(DelayListenerContainerOptions.DEFAULT_SHUTDOWN_TIMEOUT);
		assertThat(properties.listener().lookAhead()).isEqualTo(DelayListenerContainerOptions.DEFAULT_LOOK_AHEAD);
		assertThat(properties.failed().stackTraceSize())
			.isEqualTo(DelayListenerContainerOptions.DEFAULT_STACK_TRACE_SIZE);
		assertThat(properties.redis().waitReplicasTimeout())
			.isEqualTo(RedisJobStoreOptions.DEFAULT_WAIT_REPLICAS_TIMEOUT);
		assertThat(properties.redis().partitions()).isEqualTo(RedisJobStoreOptions.DEFAULT.partitions());
	}

	@Test
	void defaultsOfTheDatabaseEqualThoseOfTheStore() {
		JdbcProperties jdbc = bind(Map.of()).jdbc();
		JdbcJobStoreOptions store = JdbcJobStoreOptions.defaults();
		assertThat(jdbc).isEqualTo(new JdbcProperties(store.tablePrefix(), SchemaInitialization.EMBEDDED,
				store.pollInterval(), ListenMode.AUTO, store.timeout()));
		assertThat(store.listen()).isTrue();
	}

	@ParameterizedTest
	@CsvSource({ "table-prefix, drop table", "poll-interval, -1s", "timeout, -1s" })
	void invalidSettingOfTheDatabaseIsRefused(String name, String value) {
		assertThatExceptionOfType(BindException.class).isThrownBy(() -> bind(Map.of("delay.jdbc." + name, value)))
			.withRootCauseInstanceOf(IllegalArgumentException.class);
	}

	@Test
	void tablePrefixIsRefusedByTheStore() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> JdbcJobStoreOptions.defaults().withTablePrefix("drop table"));
	}

	@Test
	void defaultsOfTheBackoffEqualThoseOfTheEngine() {
		assertThat(DurationStyle.detectAndParse(defaults().get("delay.listener.backoff.delay")))
			.isEqualTo(BackoffPolicy.DEFAULT_DELAY);
		assertThat(Double.parseDouble(defaults().get("delay.listener.backoff.multiplier")))
			.isEqualTo(BackoffPolicy.DEFAULT_MULTIPLIER);
		assertThat(DurationStyle.detectAndParse(defaults().get("delay.listener.backoff.max-delay")))
			.isEqualTo(BackoffPolicy.DEFAULT_MAX_DELAY);
	}

	private static DelayProperties bind(Map<String, String> settings) {
		return new Binder(new MapConfigurationPropertySource(settings)).bindOrCreate("delay", DelayProperties.class);
	}

	private static Map<String, String> defaults() {
		Map<String, String> defaults = new LinkedHashMap<>();
		properties.forEach((name, property) -> defaults.put(name, property.path("defaultValue").asText("")));
		return defaults;
	}

}
