// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.cluster;

import java.time.Duration;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.delay.job.JobState;
import io.delay.listener.ListenerSettings;
import io.delay.redis.HandledJobs;
import io.delay.redis.Instance;
import io.delay.redis.RedisSpace;
import io.delay.test.redis.EmbeddedRedisCluster;
import io.delay.test.redis.RedisNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Tests what happens when nodes of a Cluster come back empty, one after the other.
 */
@Tag("thorough")
@Timeout(120)
class FlushedClusterTests {

	private static final String TOPIC = "orders";

	private static final Duration SOON = Duration.ofSeconds(20);

	@Test
	void topicKeepsItsNumberOfPartitionsAndHandlesAllLaterJobs() {
		HandledJobs handled = new HandledJobs();
		try (EmbeddedRedisCluster cluster = EmbeddedRedisCluster.start(3, 0);
				RedisSpace space = RedisSpace.of(cluster);
				Instance shop = Instance.named("shop").partitions(6).on(cluster, space.namespace())) {
			shop.template().submit(TOPIC, "payload", Duration.ZERO);
			RedisNode ofList = cluster.master(space.namespace() + ":topics");
			for (RedisNode node : cluster.masters()) {
				shop.template().submit(TOPIC, "payload", Duration.ofHours(1));
				node.ask((redis) -> redis.flushall());
				if (node == ofList) {
					try (Instance other = Instance.named("other").partitions(8).on(cluster, space.namespace())) {
						assertThatIllegalStateException()
							.isThrownBy(() -> other.template().submit(TOPIC, "payload", Duration.ZERO))
							.withMessageContaining("kept in 6 partitions");
					}
				}
				for (int i = 0; i < 30; i++) {
					shop.template().submit(TOPIC, "payload", Duration.ZERO);
				}
				assertThat(shop.admin().topics().names()).containsExactly(TOPIC);
				long ready = shop.admin().topics().status(TOPIC).count(JobState.READY);
				handled.ids().clear();
				shop.listen(TOPIC, ListenerSettings.builder().concurrency(4), handled.handler("shop"));
				await().atMost(SOON).until(() -> handled.ids().size() == ready);
				shop.stopListening();
			}
		}
	}

}
