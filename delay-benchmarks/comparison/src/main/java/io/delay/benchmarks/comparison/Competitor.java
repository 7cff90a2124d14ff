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

package io.delay.benchmarks.comparison;

/**
 * The systems, and where they are.
 */
enum Competitor {

	FLOOR("Floor", "floor", "io.delay.benchmarks.floor.FloorBenchmark"),

	DELAY("Delay", "delay", "io.delay.benchmarks.delay.DelayBenchmark"),

	REDISSON("Redisson", "redisson", "io.delay.benchmarks.redisson.RedissonBenchmark"),

	RQUEUE("Rqueue", "rqueue", "io.delay.benchmarks.rqueue.RqueueBenchmark"),

	DB_SCHEDULER("db-scheduler", "db-scheduler", "io.delay.benchmarks.dbscheduler.DbSchedulerBenchmark");

	private final String title;

	private final String module;

	private final String mainClass;

	Competitor(String title, String module, String mainClass) {
		this.title = title;
		this.module = module;
		this.mainClass = mainClass;
	}

	String title() {
		return this.title;
	}

	// The folder of its module, and its name in arguments.
	String module() {
		return this.module;
	}

	String mainClass() {
		return this.mainClass;
	}

	boolean usesRedis() {
		return this != DB_SCHEDULER;
	}

	// One of those that Delay is compared with, not the floor.
	boolean isRedisPeer() {
		return this == REDISSON || this == RQUEUE;
	}

	// Whether it gets through many jobs in little time.
	boolean isFast() {
		return this == FLOOR || this == DELAY;
	}

	static Competitor of(String module) {
		for (Competitor competitor : values()) {
			if (competitor.module.equals(module)) {
				return competitor;
			}
		}
		throw new IllegalArgumentException("There is no system '" + module + "'");
	}

	@Override
	public String toString() {
		return this.title;
	}

}
