// SPDX-License-Identifier: Apache-2.0

package io.delay.redis;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;

import org.springframework.data.domain.Range;
import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisClusterNode;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.stream.StreamRecords;
import org.springframework.data.redis.core.Cursor;
import org.springframework.data.redis.core.ScanOptions;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.delay.redis.connection.SharedConnection;
import io.delay.redis.script.ScriptLibrary;
import io.delay.store.admin.AuditPage;
import io.delay.test.redis.EmbeddedRedis;
import io.delay.test.redis.EmbeddedRedisCluster;
import io.delay.test.redis.EmbeddedRedisSentinels;
import io.delay.test.store.StoreAudit;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A namespace of a real Redis that belongs to one test, with the connections of the
 * application and of Delay. Closing it audits its topics and deletes its keys.
 */
public final class RedisSpace implements AutoCloseable {

	private static final Set<String> SORTED_SETS = Set.of("isolated", "handling", "waiting", "waiting-high",
			"waiting-low", "reserved", "failed");

	// Reading and expanding them takes longer than most tests
	private static final ScriptLibrary SCRIPTS = new ScriptLibrary();

	private final String namespace = "test-" + UUID.randomUUID();

	private final RedisAccess access;

	private final int partitions;

	private boolean audited = true;

	private RedisSpace(RedisAccess access, int partitions) {
		this.access = access;
		this.partitions = partitions;
	}

	/**
	 * A namespace of the Redis that all tests share.
	 */
	public static RedisSpace shared() {
		return shared(1);
	}

	/**
	 * The same with more partitions per topic.
	 */
	public static RedisSpace shared(int partitions) {
		return new RedisSpace(RedisAccess.shared(), partitions);
	}

	/**
	 * A namespace of the Redis Cluster that all tests share.
	 */
	public static RedisSpace sharedCluster(int partitions) {
		return new RedisSpace(RedisAccess.sharedCluster(), partitions);
	}

	/**
	 * A namespace of a Redis of the test's own.
	 */
	public static RedisSpace of(EmbeddedRedis redis) {
		return new RedisSpace(new RedisAccess(
				RedisAccess.factory(redis.host(), redis.port(), LettuceClientConfiguration.defaultConfiguration())), 1);
	}

	public static RedisSpace of(EmbeddedRedisCluster cluster) {
		return new RedisSpace(new RedisAccess(RedisAccess.factory(cluster, RedisAccess.clusterClient())), 1);
	}

	public static RedisSpace of(EmbeddedRedisSentinels group) {
		return new RedisSpace(
				new RedisAccess(RedisAccess.factory(group, LettuceClientConfiguration.defaultConfiguration())), 1);
	}

	/**
	 * Do without the audit at the end, for a test that breaks keys on purpose.
	 */
	public void leaveUnaudited() {
		this.audited = false;
	}

	public String namespace() {
		return this.namespace;
	}

	public RedisJobStoreOptions options() {
		return new RedisJobStoreOptions(this.namespace).withPartitions(this.partitions);
	}

	/**
	 * Return the parts of a store that shares its knowledge of topics with no other one.
	 */
	public StoreParts parts(RedisJobStoreOptions options) {
		return parts(options, SCRIPTS);
	}

	public StoreParts parts(RedisJobStoreOptions options, ScriptLibrary scripts) {
		return new StoreParts(new RedisBackend(connections(), options, scripts));
	}

	public RedisConnections connections() {
		return this.access.connections();
	}

	public StringRedisTemplate template() {
		return this.access.template();
	}

	/**
	 * Everything that the keys of the first partition of a topic hold: the short name of
	 * the key to its fields and values, or members and scores in ms.
	 */
	public Map<String, Map<String, String>> contents(String topic) {
		return contents(topic, 0);
	}

	public Map<String, Map<String, String>> contents(String topic, int partition) {
		String prefix = key(topic, partition, "");
		Map<String, Map<String, String>> contents = new TreeMap<>();
		for (String key : keys(prefix.replace("{", "\\{") + "*")) {
			if (Stream.of(":consumers", ":counters").anyMatch(key::endsWith)) {
				continue; // they hold no jobs
			}
			Map<String, String> entries = new TreeMap<>();
			// by its name: while jobs flow, a key can vanish and come back meanwhile
			if (key.endsWith(":runs")) {
				template().<String, String>opsForStream()
					.range(key, Range.unbounded())
					.forEach((entry) -> entries.put(entry.getId().getValue(),
							String.join(" ", entry.getValue().values())));
			}
			else if (!SORTED_SETS.contains(key.substring(prefix.length()))) {
				template().<String, String>opsForHash().entries(key).forEach(entries::put);
			}
			else {
				template().opsForZSet()
					.rangeWithScores(key, 0, -1)
					.forEach(
							(entry) -> entries.put(entry.getValue(), new BigDecimal(entry.getScore()).toPlainString()));
			}
			contents.put(key.substring(prefix.length()), entries);
		}
		return contents;
	}

	/**
	 * The opposite of {@link #contents}.
	 */
	public void seed(String topic, Map<String, Map<String, String>> contents) {
		contents.forEach((name, entries) -> {
			String key = key(topic, name);
			if (name.equals("runs")) {
				entries.forEach((entry, run) -> seedRun(key, entry, run.split(" ", 3)));
			}
			else if (SORTED_SETS.contains(name)) {
				entries.forEach((id, score) -> template().opsForZSet().add(key, id, Double.parseDouble(score)));
			}
			else {
				template().opsForHash().putAll(key, entries);
			}
		});
	}

	// The values of a run: id, run, and record if it is kept
	public void seedRun(String key, String entry, String... values) {
		Map<String, String> fields = new LinkedHashMap<>();
		for (int i = 0; i < values.length; i++) {
			fields.put(List.of("id", "run", "record").get(i), values[i]);
		}
		template().opsForStream().add(StreamRecords.newRecord().in(key).withId(entry).ofMap(fields));
	}

	public String key(String topic, String name) {
		return key(topic, 0, name);
	}

	public String key(String topic, int partition, String name) {
		return "{" + this.namespace + ":" + topic + ":" + partition + "}:" + name;
	}

	/**
	 * Whether keys live on several nodes.
	 */
	public boolean isCluster() {
		return factory().isClusterAware();
	}

	private LettuceConnectionFactory factory() {
		return (LettuceConnectionFactory) template().getConnectionFactory();
	}

	private Set<String> keysOfCluster(String pattern) {
		Set<String> keys = new TreeSet<>();
		try (RedisClusterConnection connection = factory().getClusterConnection()) {
			for (RedisClusterNode node : connection.clusterGetNodes()) {
				if (node.isMaster() && !node.isMarkedAsFail() && !node.getSlotRange().getSlots().isEmpty()) {
					connection.keys(node, pattern.getBytes(StandardCharsets.UTF_8))
						.forEach((key) -> keys.add(new String(key, StandardCharsets.UTF_8)));
				}
			}
		}
		return keys;
	}

	private Set<String> keys(String pattern) {
		if (isCluster()) {
			return keysOfCluster(pattern);
		}
		Set<String> keys = new TreeSet<>();
		ScanOptions options = ScanOptions.scanOptions().match(pattern).count(1000).build();
		try (Cursor<String> cursor = template().scan(options)) {
			cursor.forEachRemaining(keys::add);
		}
		return keys;
	}

	@Override
	public void close() {
		try {
			Set<String> keys = keys("*" + this.namespace + "*");
			Map<String, List<AuditPage.Finding>> findings = this.audited ? audit(keys) : Map.of();
			if (!keys.isEmpty()) {
				template().delete(keys);
			}
			assertThat(findings).as("What an audit finds at the end of the test").isEmpty();
		}
		finally {
			if (!this.access.isShared()) {
				this.access.close();
			}
		}
	}

	private Map<String, List<AuditPage.Finding>> audit(Set<String> keys) {
		Map<String, List<AuditPage.Finding>> findings = new TreeMap<>();
		RedisJobStoreInspector inspector = new RedisJobStoreInspector(connections(), options());
		for (String topic : topics(keys)) {
			List<AuditPage.Finding> found = StoreAudit.of(inspector, topic).findings();
			if (!found.isEmpty()) {
				findings.put(topic, found);
			}
		}
		return findings;
	}

	// The topics to which the keys belong, whether they are registered or not.
	private Set<String> topics(Set<String> keys) {
		String prefix = "{" + this.namespace + ":";
		Set<String> topics = new TreeSet<>();
		keys.stream()
			.filter((key) -> key.startsWith(prefix))
			.forEach((key) -> topics.add(key.substring(prefix.length(), key.indexOf(':', prefix.length()))));
		return topics;
	}

	/**
	 * The connection of submits, for tests of other packages.
	 */
	public SharedConnection producers() {
		return connections().producers();
	}

}
