// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.server;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What follows from that which servers of different versions and vendors say of
 * themselves.
 */
class ServerInfoTests {

	private static final String REDIS_6 = """
			# Server
			redis_version:6.2.11
			os:Linux 6.1.0 x86_64
			server_time_usec:1795275711595484
			uptime_in_seconds:100000
			config_file:C:\\users\\redis.conf

			# Memory
			maxmemory:104857600
			maxmemory_policy:noeviction

			# Persistence
			loading:0
			rdb_bgsave_in_progress:0
			rdb_last_save_time:1795175711
			rdb_last_bgsave_time_sec:-1
			aof_enabled:0

			# Replication
			role:master
			connected_slaves:2
			slave0:ip=10.0.0.2,port=6379,state=online,offset=140,lag=0
			slave1:ip=10.0.0.3,port=6379,state=wait_bgsave,offset=0,lag=0
			""";

	private static final String REDIS_7 = """
			# Server\r
			redis_version:7.0.15\r
			server_time_usec:1795275706276877\r
			uptime_in_seconds:180\r
			# Memory\r
			maxmemory:0\r
			maxmemory_policy:noeviction\r
			# Persistence\r
			rdb_bgsave_in_progress:0\r
			rdb_last_save_time:1795275526\r
			rdb_saves:0\r
			rdb_last_load_keys_loaded:0\r
			aof_enabled:0\r
			# Replication\r
			role:master\r
			connected_slaves:0\r
			""";

	private static final String VALKEY = """
			# Server
			redis_version:7.2.4
			server_name:valkey
			valkey_version:8.1.1
			server_time_usec:1795275706276877
			uptime_in_seconds:30000
			# Memory
			maxmemory:1073741824
			maxmemory_policy:allkeys-lru
			# Persistence
			rdb_last_save_time:1795275000
			rdb_saves:3
			rdb_last_load_keys_loaded:0
			aof_enabled:0
			# Replication
			role:master
			connected_slaves:1
			""";

	// Neither its policy nor anything of Redis' files
	private static final String DRAGONFLY = """
			# Server
			redis_version:7.4.0
			dragonfly_version:df-v1.40.1
			uptime_in_seconds:23
			# Memory
			maxmemory:13528000000
			cache_mode:store
			# Persistence
			loading:0
			# Replication
			role:master
			connected_slaves:0
			""";

	@Test
	void aServerWithoutPersistenceIsReportedWithItsUptime() {
		assertThat(findings(REDIS_6, 0)).singleElement()
			.asString()
			.contains("No persistence of Redis is visible", "redis:6379: no append-only file, and no snapshot written "
					+ "or loaded since it started 27 hours ago", "Set appendonly to yes");
		assertThat(findings(REDIS_7, 0)).singleElement().asString().contains("started 3 minutes ago");
	}

	@ParameterizedTest
	@ValueSource(strings = { "aof_enabled:1", "rdb_saves:1", "rdb_last_load_keys_loaded:1", "rdb_bgsave_in_progress:1",
			"role:slave" })
	void oneSignOfPersistenceIsEnough(String line) {
		assertThat(findings(REDIS_7 + line, 0)).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "1795175711, false", "1795175713, false", "1795175714, true", "1795275000, true" })
	void anOlderServerHasPersistenceIfItSavedAfterItsStart(long lastSave, boolean saved) {
		assertThat(findings(REDIS_6 + "rdb_last_save_time:" + lastSave, 0).isEmpty()).isEqualTo(saved);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			allkeys-lru    | 1073741824 | Redis evicts jobs
			allkeys-random | 1073741824 | Redis evicts jobs
			eviction       | 1073741824 | Redis evicts jobs
			volatile-ttl   | 1073741824 | Redis evicts keys with an expiry
			noeviction     | 1073741824 |
			allkeys-lru    | 0          |
			volatile-lru   | 0          |
			allkeys-lru    |            | Redis evicts jobs
			               | 1073741824 |
			""")
	void anEvictionPolicyIsReportedIfTheMemoryIsLimited(String policy, String maxmemory, String finding) {
		List<String> findings = findings(
				"aof_enabled:1" + line("maxmemory_policy", policy) + line("maxmemory", maxmemory), 0);
		if (finding == null) {
			assertThat(findings).isEmpty();
		}
		else {
			assertThat(findings).singleElement()
				.asString()
				.startsWith(finding)
				.contains("redis:6379: maxmemory-policy is " + policy, "Set maxmemory-policy to noeviction");
		}
	}

	@ParameterizedTest
	@CsvSource({ "2.8.24, true", "5.0.14, true", "6.0.16, true", "6.2.0, false", "6.10.0, false", "7.0.15, false",
			"10.1, false", "unstable, false", "'', false" })
	void anUnsupportedVersionIsReported(String version, boolean old) {
		List<String> findings = findings("redis_version:" + version, 0);
		if (old) {
			assertThat(findings).singleElement()
				.asString()
				.contains("older than 6.2, the minimum version for Delay", "redis:6379: version " + version,
						"Update it");
		}
		else {
			assertThat(findings).isEmpty();
		}
	}

	@Test
	void replicasWithoutAllDataAreIgnored() {
		assertThat(findings(REDIS_6 + "aof_enabled:1", 1)).isEmpty();
		assertThat(findings(REDIS_6 + "aof_enabled:1", 2)).singleElement()
			.asString()
			.contains("fewer replicas than delay.redis.wait-replicas", "1 of 2 replicas online",
					"lower delay.redis.wait-replicas");
		assertThat(findings(VALKEY + "rdb_saves:1\nmaxmemory:0", 1)).isEmpty();
		assertThat(findings("connected_slaves:0", 1)).isEmpty();
		assertThat(findings("role:slave\nconnected_slaves:0", 1)).isEmpty();
	}

	@Test
	void everyProblemIsReportedOnce() {
		assertThat(findings(REDIS_7 + "redis_version:6.0.9\nmaxmemory:1000\nmaxmemory_policy:allkeys-lfu", 1))
			.hasSize(4);
	}

	@ParameterizedTest
	@ValueSource(strings = { DRAGONFLY, "", "\r\n", "-NOPERM", "redis_version\n:7\n#aof_enabled:0",
			"aof_enabled:0\nrdb_last_save_time:1795275526", "aof_enabled:0\nrdb_saves:many",
			"redis_version:99999999999.0", "role:master\nconnected_slaves:99999999999999999999" })
	void missingAndUnreadableValuesAreIgnored(String info) {
		assertThat(findings(info, 0)).isEmpty();
		assertThat(findings(info.replace("connected_slaves:0", ""), 3)).isEmpty();
	}

	@Test
	void serversWithTheSameProblemAreReportedTogether() {
		Map<String, ServerInfo> servers = new LinkedHashMap<>();
		Arrays.asList(1, 2, 3, 4, 5, 6, 7)
			.forEach((node) -> servers.put("node-" + node + ":6379", ServerInfo.parse((node == 2) ? "" : VALKEY)));
		assertThat(ServerProblem.findings(servers, 0)).singleElement()
			.asString()
			.contains("(node-1:6379: maxmemory-policy is allkeys-lru; node-3:6379: ", "node-6:6379: ",
					"; and 1 more servers)")
			.doesNotContain("node-2", "node-7");
	}

	private static String line(String name, String value) {
		return (value != null) ? "\n" + name + ":" + value : "";
	}

	private static List<String> findings(String info, int waitReplicas) {
		return ServerProblem.findings(Map.of("redis:6379", ServerInfo.parse(info)), waitReplicas);
	}

}
