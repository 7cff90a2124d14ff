// SPDX-License-Identifier: Apache-2.0

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
