// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import io.delay.actuate.request.EndpointParameters;
import io.delay.admin.DelayAdmin;
import io.delay.autoconfigure.BootAutoConfigurations;
import io.delay.autoconfigure.DelayAutoConfiguration;
import io.delay.autoconfigure.ListenerRegistries;
import io.delay.job.Job;
import io.delay.job.JobState;
import io.delay.store.admin.JobStoreInspector;
import io.delay.template.DelayTemplate;
import io.delay.test.redis.EmbeddedRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What reads many topics does not ask Redis for their sizes.
 */
class SizesOnRedisTests {

	@Test
	void sizesAreReadOnlyForASingleTopic() {
		try (EmbeddedRedis redis = EmbeddedRedis.start()) {
			new ApplicationContextRunner()
				.withConfiguration(BootAutoConfigurations.redisAndJackson(DelayAutoConfiguration.class))
				.withPropertyValues("spring.data.redis.host=" + redis.host(), "spring.data.redis.port=" + redis.port())
				.run((context) -> {
					DelayTemplate delay = context.getBean(DelayTemplate.class);
					List.of("orders", "refunds").forEach((topic) -> delay.submit(Job.to(topic).payload("1").build()));
					RedisConnectionFactory connections = context.getBean(RedisConnectionFactory.class);
					JobStoreInspector inspector = context.getBean(JobStoreInspector.class);
					DelayAdmin admin = context.getBean(DelayAdmin.class);
					EndpointViews views = new DelayEndpoint(admin, Set::of, InstantSource.system()).views();
					assertThat(views.topics(new EndpointParameters(Map.of("throughput", "true"))).topics()).hasSize(2)
						.allSatisfy((topic) -> assertThat(topic.jobs()).containsEntry(JobState.READY, 1L))
						.allSatisfy((topic) -> assertThat(topic.partitionBytes()).isNull());
					new DelayHealthCheck(inspector, ListenerRegistries.of(context), null).check();
					inspector.count("orders", JobState.READY);
					assertThat(memoryCalls(connections)).isEmpty();
					assertThat(views.topic("orders").status().partitionBytes()).singleElement()
						.satisfies((size) -> assertThat(size).isPositive());
					assertThat(memoryCalls(connections)).isNotEmpty();
				});
		}
	}

	// Redis 7 counts MEMORY USAGE, earlier versions MEMORY
	private static List<String> memoryCalls(RedisConnectionFactory connections) {
		try (RedisConnection connection = connections.getConnection()) {
			return connection.serverCommands()
				.info("commandstats")
				.stringPropertyNames()
				.stream()
				.filter((name) -> name.startsWith("cmdstat_memory"))
				.toList();
		}
	}

}
