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
