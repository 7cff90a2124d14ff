// SPDX-License-Identifier: Apache-2.0

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
