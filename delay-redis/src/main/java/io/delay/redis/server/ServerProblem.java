/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.delay.redis.server;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * What about a server will hurt: what it is seen by, and what to change.
 */
enum ServerProblem {

	/**
	 * The server does not know all commands.
	 */
	TOO_OLD("Redis is older than the 6.2 that Delay needs", "Update it") {

		@Override
		@Nullable String evidence(ServerInfo server, int waitReplicas) {
			return server.isOlderThan(6, 2) ? "version " + server.version() : null;
		}

	},

	/**
	 * The server deletes whatever it likes when it is full.
	 */
	EVICTION("Redis throws jobs away when its memory is full", "Set maxmemory-policy to noeviction: then it refuses "
			+ "submits when it is full, and loses nothing. If a cache shares the server, give it one of its own") {

		@Override
		@Nullable String evidence(ServerInfo server, int waitReplicas) {
			return policy(server, false);
		}

	},

	/**
	 * The server deletes what has an expiry when it is full. Jobs have none.
	 */
	EVICTION_OF_EXPIRING(
			"Redis deletes keys that expire when its memory is full. Jobs do not expire, but what it "
					+ "knows of their consumers does, so that topics seem to have none",
			"Set maxmemory-policy to noeviction, and if a cache shares the server, give it one of its own") {

		@Override
		@Nullable String evidence(ServerInfo server, int waitReplicas) {
			return policy(server, true);
		}

	},

	/**
	 * The server seems to write nothing to its disk.
	 */
	NO_PERSISTENCE("No persistence of Redis is to be seen: a restart of the server loses all jobs",
			"Set appendonly to yes, or save if the jobs of the last minutes may be lost. "
					+ "If it saves snapshots and has not had reason to, or your provider keeps the data in a way "
					+ "that INFO does not tell, all is well") {

		@Override
		@Nullable String evidence(ServerInfo server, int waitReplicas) {
			if (server.isReplica() || !server.isWithoutPersistence()) {
				return null;
			}
			return "no append-only file, and no snapshot written or loaded since it started" + ago(server.uptime());
		}

	},

	/**
	 * Submits wait for more replicas than there are.
	 */
	TOO_FEW_REPLICAS(
			"Redis has fewer replicas than delay.redis.wait-replicas asks for: "
					+ "each submit waits in vain and its outcome is unknown",
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

	/**
	 * By what the problem is seen.
	 * @param server what a server says
	 * @param waitReplicas how many replicas submits wait for
	 * @return a few words, {@code null} if the server does not have the problem or that
	 * is not known
	 */
	abstract @Nullable String evidence(ServerInfo server, int waitReplicas);

	/**
	 * Say what is wrong and what to change.
	 * @param evidence for each server that has the problem, by what it is seen
	 * @return one sentence on each
	 */
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

	/**
	 * Look for all problems.
	 * @param servers what each server reports, by its address
	 * @param waitReplicas how many replicas a submit waits for, 0 if it waits for none
	 * @return a sentence for each problem, with the servers that have it; empty if there
	 * is none
	 */
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
