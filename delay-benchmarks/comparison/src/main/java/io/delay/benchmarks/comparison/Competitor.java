// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.comparison;

import java.util.Locale;

/**
 * The systems and the folders of their modules.
 */
enum Competitor {

	FLOOR("Floor", "floor", "io.delay.benchmarks.floor.FloorBenchmark"),

	DELAY("Delay", "delay", "io.delay.benchmarks.delay.DelayBenchmark"),

	REDISSON("Redisson", "redisson", "io.delay.benchmarks.redisson.RedissonBenchmark"),

	RQUEUE("Rqueue", "rqueue", "io.delay.benchmarks.rqueue.RqueueBenchmark"),

	DB_SCHEDULER("db-scheduler", "db-scheduler", "io.delay.benchmarks.dbscheduler.DbSchedulerBenchmark"),

	BEANSTALKD("beanstalkd", "beanstalkd", "io.delay.benchmarks.beanstalkd.BeanstalkdBenchmark"),

	DELAY_BOOT3("Delay, Spring Boot 3", "delay-boot3", "io.delay.benchmarks.delay.DelayBenchmark"),

	DELAY_JDBC("Delay on a database", "delay-jdbc", "io.delay.benchmarks.jdbc.DelayJdbcBenchmark"),

	DELAY_UNOBSERVED("Delay, all off", "observed", "io.delay.benchmarks.observed.UnobservedBenchmark"),

	DELAY_METRICS("Delay, metrics", "observed", "io.delay.benchmarks.observed.MetricsBenchmark"),

	DELAY_TRACING("Delay, tracing", "observed", "io.delay.benchmarks.observed.TracingBenchmark"),

	DELAY_OBSERVED("Delay, metrics and tracing", "observed", "io.delay.benchmarks.observed.ObservedBenchmark");

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

	// The folder of its module.
	String module() {
		return this.module;
	}

	// Its name in arguments.
	String key() {
		return isVariant() ? name().toLowerCase(Locale.ROOT).replace('_', '-') : this.module;
	}

	// Whether it is a variant of Delay that runs only on request.
	boolean isVariant() {
		return this == DELAY_BOOT3 || this == DELAY_JDBC || this.module.equals("observed");
	}

	String mainClass() {
		return this.mainClass;
	}

	boolean usesRedis() {
		return !usesDatabase() && this != BEANSTALKD;
	}

	boolean usesDatabase() {
		return this == DB_SCHEDULER || this == DELAY_JDBC;
	}

	// Whether Delay is compared with it; the floor is not included.
	boolean isRedisPeer() {
		return this == REDISSON || this == RQUEUE;
	}

	// Whether the delays of its jobs are whole seconds.
	boolean countsInSeconds() {
		return this == BEANSTALKD;
	}

	// Whether it handles many jobs in a short time.
	boolean isFast() {
		return this == FLOOR || this == DELAY || this == BEANSTALKD || isVariant();
	}

	static Competitor of(String key) {
		for (Competitor competitor : values()) {
			if (competitor.key().equals(key)) {
				return competitor;
			}
		}
		throw new IllegalArgumentException("There is no system '" + key + "'");
	}

	@Override
	public String toString() {
		return this.title;
	}

}
