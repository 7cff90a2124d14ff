// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.topic;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.delay.redis.RedisAccess;
import io.delay.redis.RedisConnections;
import io.delay.redis.RedisJobStoreOptions;
import io.delay.redis.RedisSpace;
import io.delay.redis.net.TcpProxy;
import io.delay.redis.partition.PartitionKeys;
import io.delay.redis.partition.TopicPartitions;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ReplyFlags;
import io.delay.redis.script.ScriptArguments;
import io.delay.redis.script.ScriptLibrary;
import io.delay.redis.script.ScriptRunner;
import io.delay.redis.script.TopicMovedException;
import io.delay.test.redis.EmbeddedRedis;
import io.delay.test.redis.EmbeddedRedisCluster;
import io.delay.test.redis.RedisNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Tests what is recorded of topics.
 */
class TopicRegistryTests {

	private static final Duration REFRESH_INTERVAL = Duration.ofMinutes(2);

	private static final Duration PUT_OFF = Duration.ofSeconds(30);

	private static final Duration SOON = Duration.ofSeconds(10);

	private final AtomicLong nanos = new AtomicLong();

	private final RedisSpace space = RedisSpace.shared();

	private final ScriptRunner runner = new ScriptRunner(this.space.producers(), new ScriptLibrary(), new ReplyFlags());

	private final TopicRegistry topics = new TopicRegistry(this.space.producers(), this.runner,
			this.space.options().namespace(), this.space.options()::partitions);

	@AfterEach
	void close() {
		this.space.close();
	}

	@Test
	void firstUserRecordsTheTopic() {
		assertThat(this.topics.topics()).isEmpty();
		assertThat(this.topics.partitions("orders").topic()).isEqualTo("orders");
		assertThat(recorded()).isEqualTo(Map.of("orders", "1"));
		assertThat(this.topics.topics()).containsExactly("orders");
	}

	@Test
	void unreachableServerIsReported() {
		try (EmbeddedRedis redis = EmbeddedRedis.start();
				RedisConnections connections = new RedisConnections(
						new LettuceConnectionFactory("localhost", redis.port()))) {
			TopicRegistry registry = new TopicRegistry(RedisAccess.producers(connections), this.runner,
					this.space.options().namespace(), this.space.options()::partitions);
			assertThat(registry.topics()).isEmpty();
			redis.stop();
			await().untilAsserted(
					() -> assertThatExceptionOfType(RedisConnectionFailureException.class).isThrownBy(registry::topics)
						.withMessageContaining("cannot be reached; nothing was sent"));
		}
	}

	@Test
	void recordedTopicStaysAsItIs() {
		record("orders", "1");
		assertThat(this.topics.partitions("orders").topic()).isEqualTo("orders");
		assertThat(recorded()).isEqualTo(Map.of("orders", "1"));
	}

	@Test
	void otherNumberOfPartitionsIsRefusedWithAdvice() {
		record("orders", "4");
		assertThatIllegalStateException().isThrownBy(() -> this.topics.partitions("orders"))
			.withMessageContaining("'orders' is kept in 4 partitions")
			.withMessageContaining("configured for 1")
			.withMessageContaining("delay.redis.move-topics=orders");
		assertThat(recorded()).isEqualTo(Map.of("orders", "4"));
	}

	@Test
	void laterUserWithAnotherNumberIsAdvisedToSetTheFirst() {
		assertThat(registry(4).partitions("orders").count()).isEqualTo(4);
		assertThatIllegalStateException().isThrownBy(() -> registry(2).partitions("orders"))
			.withMessageStartingWith("Topic 'orders' is kept in 4 partitions, but this application is configured for 2"
					+ ". Set delay.topics.orders.partitions (or delay.redis.partitions) to 4");
		assertThat(recorded()).isEqualTo(Map.of("orders", "4"));
	}

	@Test
	void topicWithDotsIsAdvisedToSetAKeyThatBinds() {
		registry(4).partitions("order.timeout");
		assertThatIllegalStateException().isThrownBy(() -> registry(2).partitions("order.timeout"))
			.withMessageContaining(
					"Set delay.topics.\"[order.timeout]\".partitions (or delay.redis.partitions) to 4. ");
	}

	@Test
	void readsUseTheRecordedNumber() {
		record("orders", "4");
		assertThat(registry(1).recordedPartitions("orders").count()).isEqualTo(4);
		assertThat(registry(2).recordedPartitions("orders").count()).isEqualTo(4);
		assertThat(registry(2).recordedPartitions("refunds").count()).isEqualTo(2);
		assertThat(recorded()).isEqualTo(Map.of("orders", "4"));
	}

	@Test
	void readsDoNotAllowTheUseOfAnotherNumber() {
		record("orders", "4");
		TopicRegistry registry = registry(2);
		assertThat(registry.recordedPartitions("orders").count()).isEqualTo(4);
		assertThatIllegalStateException().isThrownBy(() -> registry.partitions("orders"));
		assertThat(registry.recordedPartitions("orders").count()).isEqualTo(4);
	}

	@Test
	void unreadableNumberIsRefused() {
		record("orders", "moving");
		assertThatIllegalStateException().isThrownBy(() -> this.topics.recordedPartitions("orders"))
			.withMessageContaining("'orders' is recorded with 'moving'");
		assertThatIllegalStateException().isThrownBy(() -> this.topics.partitions("orders"));
	}

	@Test
	void topicThatIsBeingMovedIsRefused() {
		record("orders", "1>4;1790000000000000");
		assertThatExceptionOfType(TopicMovedException.class).isThrownBy(() -> this.topics.partitions("orders"))
			.withMessageContaining("'orders' is being moved from 1 to 4 partitions")
			.withMessageContaining("4 partitions and delay.redis.move-topics=orders");
		assertThatExceptionOfType(TopicMovedException.class).isThrownBy(() -> this.topics.recordedPartitions("orders"));
		record("orders", "1");
	}

	@Test
	void invalidEntryIsReported() {
		record("orders", "many");
		assertThatIllegalStateException().isThrownBy(() -> this.topics.partitions("orders"))
			.withMessageContaining("'orders' is recorded with 'many'");
	}

	@Test
	void expiredNumberIsReadAgain() {
		TopicPartitions known = this.topics.partitions("orders");
		assertThat(this.topics.partitions("orders")).isSameAs(known);
		record("orders", "4");
		assertThat(this.topics.recordedPartitions("orders").count()).isOne();
		known.all().get(0).layout().setOutdated();
		assertThat(this.topics.recordedPartitions("orders").count()).isEqualTo(4);
	}

	@Test
	void knownTopicStaysKnownWhileTheListIsUnreachable() {
		try (EmbeddedRedis redis = EmbeddedRedis.start(); RedisConnections connections = connections(redis.port())) {
			TopicRegistry registry = registry(connections);
			TopicPartitions known = registry.partitions("orders");
			pass(REFRESH_INTERVAL);
			redis.stop();
			for (int i = 0; i < 3; i++) {
				assertThat(registry.partitions("orders")).isSameAs(known);
				assertThat(registry.recordedPartitions("orders")).isSameAs(known);
				pass(PUT_OFF);
			}
			assertThatExceptionOfType(RedisConnectionFailureException.class)
				.isThrownBy(() -> registry.partitions("refunds"));
			known.all().get(0).layout().setOutdated();
			assertThatExceptionOfType(RedisConnectionFailureException.class)
				.isThrownBy(() -> registry.partitions("orders"));
		}
	}

	@Test
	void topicIsRecordedOnceTheListIsReachable() {
		try (EmbeddedRedis redis = EmbeddedRedis.start(); RedisConnections connections = connections(redis.port())) {
			TopicRegistry registry = registry(connections);
			TopicPartitions known = registry.partitions("orders");
			registry.partitions("refunds");
			pass(REFRESH_INTERVAL);
			redis.stop();
			assertThat(registry.partitions("orders")).isSameAs(known);
			redis.restart();
			await().atMost(SOON).ignoreExceptions().until(() -> registry.topics().isEmpty());
			assertThat(registry.partitions("orders")).isSameAs(known);
			assertThat(registry.topics()).isEmpty();
			pass(PUT_OFF);
			assertThat(registry.partitions("orders")).isSameAs(known);
			// The first look does not put off the second one
			registry.partitions("refunds");
			assertThat(registry.topics()).containsExactly("orders", "refunds");
		}
	}

	@Test
	void onlyOneThreadWaitsForASilentList() throws Exception {
		try (EmbeddedRedis redis = EmbeddedRedis.start();
				TcpProxy proxy = new TcpProxy(redis.port());
				RedisConnections connections = connections(proxy.port())) {
			TopicRegistry registry = registry(connections);
			TopicPartitions orders = registry.partitions("orders");
			TopicPartitions refunds = registry.partitions("refunds");
			pass(REFRESH_INTERVAL);
			proxy.breakNext("delay-producers", ":topics", TcpProxy.Fault.HOLD);
			CompletableFuture<TopicPartitions> looking = CompletableFuture
				.supplyAsync(() -> registry.partitions("orders"));
			assertThat(proxy.awaitBroken()).isTrue();
			assertThat(registry.partitions("orders")).isSameAs(orders);
			assertThat(registry.partitions("refunds")).isSameAs(refunds);
			assertThat(looking).isNotDone();
			assertThat(looking.get(SOON.toSeconds(), TimeUnit.SECONDS)).isSameAs(orders);
			proxy.heal();
		}
	}

	@Test
	void replyOfTheServerOverridesTheKnownNumber() {
		TopicRegistry registry = registry(this.space.connections());
		registry.partitions("orders");
		record("orders", "1>4;1790000000000000");
		assertThat(registry.recordedPartitions("orders").count()).isOne();
		pass(REFRESH_INTERVAL);
		for (int i = 0; i < 2; i++) {
			assertThatExceptionOfType(TopicMovedException.class).isThrownBy(() -> registry.partitions("orders"));
		}
		record("orders", "1");
	}

	@Test
	@Tag("thorough")
	void topicOnAnotherNodeContinuesWithoutTheNodeOfTheList() {
		RedisJobStoreOptions options = this.space.options();
		try (EmbeddedRedisCluster cluster = EmbeddedRedisCluster.start(3, 0, "cluster-require-full-coverage no");
				RedisConnections connections = new RedisConnections(
						RedisAccess.factory(cluster, RedisAccess.client(Duration.ofSeconds(2))))) {
			RedisNode node = cluster.master(options.namespace() + ":topics");
			String topic = IntStream.range(0, 100)
				.mapToObj((i) -> "orders-" + i)
				.filter((name) -> cluster.master(this.space.key(name, "meta")) != node)
				.findFirst()
				.orElseThrow();
			ScriptRunner ofProducers = new ScriptRunner(RedisAccess.producers(connections), new ScriptLibrary(),
					new ReplyFlags());
			TopicRegistry registry = new TopicRegistry(RedisAccess.producers(connections), ofProducers,
					options.namespace(), options::partitions, this.nanos::get);
			TopicPartitions known = registry.partitions(topic);
			node.kill();
			pass(REFRESH_INTERVAL);
			assertThat(registry.partitions(topic)).isSameAs(known);
			assertThatExceptionOfType(DataAccessException.class).isThrownBy(registry::topics);
			PartitionKeys partition = known.all().get(0);
			assertThat(
					ofProducers.run(RedisScript.STATUS, partition, new ScriptArguments(partition).add(1000)).nextLong())
				.isEqualTo(0);
		}
	}

	@Test
	void readsRecordNothing() {
		assertThat(this.topics.recordedPartitions("orders").topic()).isEqualTo("orders");
		assertThat(recorded()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "3>0;50", "0;50", "0;0" })
	void lostTopicOfAnIncompleteForgetKeepsItsNumber(String closed) {
		layout(0, closed);
		layout(1, "3;0");
		layout(2, "3;0");
		assertThatIllegalStateException().isThrownBy(() -> registry(5).partitions("orders"))
			.withMessageContaining("kept in 3 partitions");
		assertThat(recorded()).isEqualTo(Map.of("orders", "3"));
		assertThat(layout(1)).isEqualTo("3;0");
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 5 })
	void topicKeepsItsNumberOfPartitionsEvenIfItsFirstPartitionsAreLost(int wanted) {
		layout(2, "3;0");
		assertThatIllegalStateException().isThrownBy(() -> registry(wanted).partitions("orders"))
			.withMessageContaining("kept in 3 partitions");
		assertThat(registry(3).partitions("orders").count()).isEqualTo(3);
	}

	@ParameterizedTest
	@CsvSource({ "3;0,3;0", "3;50,3;50", "5;50,5;50", "3>5;50,3>5;50", "5>3;50,5>3;50", "0;50,5;50", "3>0;50,5;50" })
	void partitionIsOpenedUnlessItHasAnotherLayout(String before, String after) {
		layout(1, before);
		PartitionLayouts layouts = new PartitionLayouts(this.runner);
		List<PartitionKeys> partition = List.of(new TopicPartitions(this.space.namespace(), "orders", 5).all().get(1));
		layouts.open(layouts.read(partition));
		assertThat(layout(1)).isEqualTo(after);
	}

	private void layout(int partition, String layout) {
		this.space.template().opsForHash().put(this.space.key("orders", partition, "meta"), "layout", layout);
	}

	private Object layout(int partition) {
		return this.space.template().opsForHash().get(this.space.key("orders", partition, "meta"), "layout");
	}

	private TopicRegistry registry(RedisConnections connections) {
		ScriptRunner ofConnections = new ScriptRunner(RedisAccess.producers(connections), new ScriptLibrary(),
				new ReplyFlags());
		return new TopicRegistry(RedisAccess.producers(connections), ofConnections, this.space.options().namespace(),
				this.space.options()::partitions, this.nanos::get);
	}

	private static RedisConnections connections(int port) {
		return new RedisConnections(RedisAccess.factory("localhost", port, RedisAccess.client(Duration.ofSeconds(2))));
	}

	private void pass(Duration time) {
		this.nanos.addAndGet(time.plusMillis(1).toNanos());
	}

	private TopicRegistry registry(int partitions) {
		return new TopicRegistry(this.space.producers(), this.runner, this.space.namespace(), (topic) -> partitions);
	}

	private void record(String topic, String partitions) {
		this.space.template().opsForHash().put(this.space.namespace() + ":topics", topic, partitions);
	}

	private Map<Object, Object> recorded() {
		return this.space.template().opsForHash().entries(this.space.namespace() + ":topics");
	}

}
