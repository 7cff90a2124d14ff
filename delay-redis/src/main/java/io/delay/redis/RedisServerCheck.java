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

package io.delay.redis;

import java.util.ArrayList;
import java.util.List;

import io.delay.redis.inspect.RefusalsCommand;
import io.delay.redis.server.ServerInfoReader;

/**
 * Looks at the servers for what will hurt: keys that are deleted when memory is full, no
 * persistence to be seen, a version that is too old, fewer replicas than submits wait
 * for, a read-only replica, a user who may not do what must be done. Asks each master for
 * its {@code INFO}, where what a server does not tell is no finding, and runs one script
 * that changes nothing.
 *
 * @since 0.1.0
 */
public final class RedisServerCheck {

	private final ServerInfoReader servers;

	private final RedisJobStoreOptions options;

	private final RefusalsCommand refusals;

	/**
	 * Create a check. Nothing is sent to Redis yet.
	 * @param connections the connections; not closed by this check
	 * @param options how the jobs are kept
	 */
	public RedisServerCheck(RedisConnections connections, RedisJobStoreOptions options) {
		RedisBackend backend = RedisBackend.of(connections, options);
		this.servers = new ServerInfoReader(backend.connectionOfProducers());
		this.options = options;
		this.refusals = new RefusalsCommand(backend.connectionOfProducers(), backend.producers(), options.namespace());
	}

	/**
	 * Look at the servers.
	 * @return what will hurt and what to change, one text for each problem, whichever
	 * servers have it; empty if all is well or no server tells anything
	 * @throws org.springframework.dao.DataAccessException if a server cannot be reached
	 */
	public List<String> findings() {
		List<String> findings = new ArrayList<>(this.refusals.execute());
		findings.addAll(this.servers.findings(this.options.waitReplicas()));
		return List.copyOf(findings);
	}

}
