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

package io.delay.benchmarks.kit.measurement;

import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import org.jspecify.annotations.Nullable;

import io.delay.benchmarks.kit.JobSystem;
import io.delay.benchmarks.kit.StoreAddress;
import io.delay.benchmarks.kit.redis.RedisProbe;

/**
 * Reads the resources that the store and this JVM have used so far.
 */
public final class Meter implements AutoCloseable {

	private final OperatingSystemMXBean process = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

	private final ThreadMXBean threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

	private final JobSystem system;

	private final @Nullable RedisProbe redis;

	public Meter(StoreAddress store, JobSystem system) {
		this.system = system;
		this.redis = system.usesRedis() ? new RedisProbe(store) : null;
	}

	public Reading read() {
		double storeCpuSeconds = (this.redis != null) ? this.redis.cpuSeconds() : this.system.storeCpuSeconds();
		return new Reading(System.nanoTime(), storeCpuSeconds, this.process.getProcessCpuTime(), allocatedBytes());
	}

	// Only for live threads: the workloads keep their threads until all figures are read.
	private Map<Long, Long> allocatedBytes() {
		long[] ids = this.threads.getAllThreadIds();
		long[] bytes = this.threads.getThreadAllocatedBytes(ids);
		Map<Long, Long> byThread = new HashMap<>();
		for (int i = 0; i < ids.length; i++) {
			byThread.put(ids[i], bytes[i]);
		}
		return byThread;
	}

	@Override
	public void close() {
		if (this.redis != null) {
			this.redis.close();
		}
	}

}
