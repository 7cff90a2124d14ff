// SPDX-License-Identifier: Apache-2.0

package io.delay.test.redis;

import java.time.Duration;
import java.util.List;

import io.lettuce.core.MigrateArgs;

/**
 * Moves a slot of a Redis Cluster from one master to another in the same way as
 * {@code redis-cli}. The steps are separate, so that a test can inspect the state between
 * them.
 *
 * @since 0.1.0
 */
public final class SlotMigration {

	private static final Duration TIMEOUT = Duration.ofSeconds(5);

	private final int slot;

	private final RedisNode source;

	private final RedisNode target;

	private final List<RedisNode> masters;

	SlotMigration(int slot, RedisNode source, RedisNode target, List<RedisNode> masters) {
		this.slot = slot;
		this.source = source;
		this.target = target;
		this.masters = masters;
	}

	/**
	 * Return the node that loses the slot.
	 * @return the source
	 */
	public RedisNode source() {
		return this.source;
	}

	/**
	 * Return the node that receives the slot.
	 * @return the target
	 */
	public RedisNode target() {
		return this.target;
	}

	/**
	 * Begin the migration. From now on, the source redirects requests for keys that it no
	 * longer has.
	 */
	public void begin() {
		String sourceId = EmbeddedRedisCluster.id(this.source);
		String targetId = EmbeddedRedisCluster.id(this.target);
		this.target.ask((commands) -> commands.clusterSetSlotImporting(this.slot, sourceId));
		this.source.ask((commands) -> commands.clusterSetSlotMigrating(this.slot, targetId));
	}

	/**
	 * Move some keys.
	 * @param limit the maximum number of keys
	 * @return the number of moved keys, 0 if none is left
	 */
	public int moveKeys(int limit) {
		return this.source.ask((commands) -> {
			List<String> keys = commands.clusterGetKeysInSlot(this.slot, limit);
			if (!keys.isEmpty()) {
				commands.migrate(RedisNode.HOST, this.target.port(), 0, TIMEOUT.toMillis(),
						MigrateArgs.Builder.keys(keys));
			}
			return keys.size();
		});
	}

	/**
	 * Assign the slot to the target after all keys were moved.
	 */
	public void finish() {
		String targetId = EmbeddedRedisCluster.id(this.target);
		this.target.ask((commands) -> commands.clusterSetSlotNode(this.slot, targetId));
		this.source.ask((commands) -> commands.clusterSetSlotNode(this.slot, targetId));
		this.masters.stream()
			.filter((node) -> node != this.source && node != this.target)
			.forEach((node) -> node.ask((commands) -> commands.clusterSetSlotNode(this.slot, targetId)));
	}

	/**
	 * Run all steps.
	 */
	public void run() {
		begin();
		while (moveKeys(100) > 0) {
			// until none is left
		}
		finish();
	}

}
