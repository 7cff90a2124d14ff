// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.delay.failure;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;

import io.lettuce.core.codec.CRC16;

import io.delay.redis.RedisJobStoreOptions;

/**
 * The topic of the load and the partitions of its jobs.
 *
 * @param partitions the number of its partitions
 */
record LoadTopic(int partitions) {

	static final String NAME = "load";

	private static final int MIN_PRODUCERS = 16;

	private static final AtomicLong LAST_ID = new AtomicLong();

	RedisJobStoreOptions options() {
		return RedisJobStoreOptions.DEFAULT.withPartitions(this.partitions);
	}

	// The number of threads that submit, the same for each partition.
	int producers() {
		return ((MIN_PRODUCERS + this.partitions - 1) / this.partitions) * this.partitions;
	}

	int partition(String id) {
		return CRC16.crc16(id.getBytes(StandardCharsets.UTF_8)) % this.partitions;
	}

	// A key on the slot of a partition.
	String key(int partition) {
		return "{" + options().namespace() + ":" + NAME + ":" + partition + "}";
	}

	// A new id of a job that belongs to a partition.
	String newId(int partition) {
		String id;
		do {
			id = "job-" + LAST_ID.incrementAndGet();
		}
		while (partition(id) != partition);
		return id;
	}

}
