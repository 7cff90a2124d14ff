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

package io.delay.test.redis;

import java.util.List;
import java.util.Optional;

import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.models.partitions.ClusterPartitionParser;
import io.lettuce.core.cluster.models.partitions.Partitions;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;

/**
 * The view that one node has of a Redis Cluster.
 */
record ClusterView(Partitions nodes) {

	static ClusterView of(RedisNode node) {
		String nodes = node.ask(RedisCommands::clusterNodes);
		return new ClusterView(ClusterPartitionParser.parse(nodes));
	}

	boolean knows(int count) {
		return this.nodes.size() == count
				&& this.nodes.stream().noneMatch((node) -> node.is(RedisClusterNode.NodeFlag.HANDSHAKE));
	}

	RedisClusterNode myself() {
		return this.nodes.stream()
			.filter((node) -> node.is(RedisClusterNode.NodeFlag.MYSELF))
			.findFirst()
			.orElseThrow();
	}

	List<Integer> replicas(RedisNode master) {
		Optional<String> id = this.nodes.stream()
			.filter((node) -> node.getUri().getPort() == master.port())
			.map(RedisClusterNode::getNodeId)
			.findFirst();
		return this.nodes.stream()
			.filter((node) -> id.isPresent() && id.get().equals(node.getSlaveOf()))
			.map((node) -> node.getUri().getPort())
			.toList();
	}

}
