// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.server;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * A problem of a server: the evidence for it and what to change.
 */
enum ServerProblem {

	TOO_OLD("Redis is older than 6.2, the minimum version for Delay", "Update it") {

		@Override
		@Nullable String evidence(ServerInfo server, int waitReplicas) {
			return server.isOlderThan(6, 2) ? "version " + server.version() : null;
		}

	},

	EVICTION("Redis evicts jobs when its memory is full", "Set maxmemory-policy to noeviction: Redis then refuses "
			+ "submits when it is full, and loses no job. If a cache shares the server, move it to its own server") {

		@Override
		@Nullable String evidence(ServerInfo server, int waitReplicas) {
			return policy(server, false);
		}

	},

	/**
	 * The server evicts only keys with an expiry when its memory is full. Jobs have no
	 * expiry.
	 */
	EVICTION_OF_EXPIRING(
			"Redis evicts keys with an expiry when its memory is full. Jobs do not expire, but the "
					+ "registrations of consumers do, so topics may seem to have no consumers",
			"Set maxmemory-policy to noeviction, and if a cache shares the server, move it to its own server") {

		@Override
		@Nullable String evidence(ServerInfo server, int waitReplicas) {
			return policy(server, true);
		}

	},

	NO_PERSISTENCE("No persistence of Redis is visible: a restart of the server loses all jobs",
			"Set appendonly to yes, or configure snapshots with save if the jobs of the last minutes may be lost. "
					+ "If the server is configured to save snapshots but has not saved one yet, or if your provider "
					+ "keeps the data in a way that INFO does not report, ignore this warning") {

		@Override
		@Nullable String evidence(ServerInfo server, int waitReplicas) {
			if (server.isReplica() || !server.isWithoutPersistence()) {
				return null;
			}
			return "no append-only file, and no snapshot written or loaded since it started" + ago(server.uptime());
		}

	},

	TOO_FEW_REPLICAS(
			"Redis has fewer replicas than delay.redis.wait-replicas requires: "
					+ "each submit waits until its timeout and its outcome is unknown",
			"Connect more replicas or lower delay.redis.wait-replicas") {

		@Override
		@Nullable String evidence(ServerInfo server, int waitReplicas) {
			int replicas = server.replicas().orElse(waitReplicas);
			return (replicas < waitReplicas) ? replicas + " of " + waitReplicas + " replicas online" : null;
		}

	};

	private static final int MAX_SERVERS = 5;

	private final String problem;

	private final String remedy;

	ServerProblem(String problem, String remedy) {
		this.problem = problem;
		this.remedy = remedy;
	}

	// Null if the server is not known to have the problem
	abstract @Nullable String evidence(ServerInfo server, int waitReplicas);

	String finding(List<String> evidence) {
		String shown = evidence.stream().limit(MAX_SERVERS).collect(Collectors.joining("; "));
		int more = evidence.size() - MAX_SERVERS;
		return this.problem + " (" + shown + ((more > 0) ? "; and " + more + " more servers" : "") + "). "
				+ this.remedy;
	}

	private static @Nullable String policy(ServerInfo server, boolean ofExpiring) {
		String policy = server.isReplica() ? null : server.evictionPolicy();
		return (policy != null && policy.startsWith("volatile-") == ofExpiring) ? "maxmemory-policy is " + policy
				: null;
	}

	private static String ago(@Nullable Duration uptime) {
		if (uptime == null) {
			return "";
		}
		if (uptime.toHours() > 48) {
			return " " + uptime.toDays() + " days ago";
		}
		return " " + ((uptime.toMinutes() > 120) ? uptime.toHours() + " hours"
				: (uptime.toSeconds() > 120) ? uptime.toMinutes() + " minutes" : uptime.toSeconds() + " seconds")
				+ " ago";
	}

	static List<String> findings(Map<String, ServerInfo> servers, int waitReplicas) {
		List<String> findings = new ArrayList<>();
		for (ServerProblem problem : values()) {
			List<String> evidence = new ArrayList<>();
			servers.forEach((name, server) -> {
				String seen = problem.evidence(server, waitReplicas);
				if (seen != null) {
					evidence.add(name + ": " + seen);
				}
			});
			if (!evidence.isEmpty()) {
				findings.add(problem.finding(evidence));
			}
		}
		return List.copyOf(findings);
	}

}
