// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.comparison;

import java.util.List;

/**
 * The rows of the comparison and the goals of Delay.
 */
final class Rows {

	static final List<Row> ALL = List.of(
			Row.higher("drain, 16 workers: jobs/s", Measurement.LIFE, "drain.rate", Goal.ofBestRedisPeer(8),
					Goal.ofFloor(0.3), Goal.ofDbScheduler(3)),
			Row.higher("submit, 16 threads, one by one: jobs/s", Measurement.LIFE, "submit.rate", Goal.ofFloor(0.9),
					Goal.ofBeanstalkd(1), Goal.ofDbScheduler(2)),
			Row.higher("submit, 16 threads, in transactions with a row: jobs/s", Measurement.TRANSACTION,
					"transaction.rate", Goal.ofDbScheduler(1)),
			Row.higher("submitAll, batches of 500: jobs/s", Measurement.BATCH, "batch.rate", Goal.ofFloor(0.6)),
			Row.lower("store CPU per job life: µs", Measurement.LIFE, "life.redis-cpu", Goal.ofFloor(1.4),
					Goal.onDatabase(30)),
			Row.lower("– of it submit: µs", Measurement.LIFE, "submit.redis-cpu"),
			Row.lower("– of it drain: µs", Measurement.LIFE, "drain.redis-cpu"),
			Row.lower("– of submits in transactions with a row: µs", Measurement.TRANSACTION, "transaction.redis-cpu"),
			Row.lower("– of transactions with only the row: µs", Measurement.TRANSACTION, "row.redis-cpu"),
			Row.higher("submit, one thread: jobs/s", Measurement.LIFE_ALONE, "submit.rate"),
			Row.lower("store CPU per job life, one thread: µs", Measurement.LIFE_ALONE, "life.redis-cpu",
					Goal.onDatabase(60)),
			Row.lower("– of it submit: µs", Measurement.LIFE_ALONE, "submit.redis-cpu"),
			Row.lower("client CPU per job life: µs", Measurement.LIFE, "life.client-cpu", Goal.value(30)),
			Row.lower("– of it submit: µs", Measurement.LIFE, "submit.client-cpu"),
			Row.lower("– of it drain: µs", Measurement.LIFE, "drain.client-cpu"),
			Row.lower("client heap allocated per job life: bytes", Measurement.LIFE, "life.allocated"),
			Row.lower("client commands per submit", Measurement.LIFE, "submit.commands"),
			Row.lower("client commands per job in the drain", Measurement.LIFE, "drain.commands"),
			Row.never("handled twice without a cause", Measurement.LIFE, "doubles", Goal.value(0)),
			Row.lower("lateness, idle, p50: ms", Measurement.IDLE_LATENESS, "lateness.p50", Goal.value(0.3),
					Goal.ofBeanstalkd(1), Goal.valueOrOfFloor(1, 1.5)),
			Row.lower("lateness, idle, p99: ms", Measurement.IDLE_LATENESS, "lateness.p99", Goal.value(2),
					Goal.ofBeanstalkd(1), Goal.valueOrOfFloor(5, 1.5), Goal.onDatabase(10)),
			Row.lower("lateness, idle, max: ms", Measurement.IDLE_LATENESS, "lateness.max"),
			Row.never("lateness, idle: early by more than 1 ms", Measurement.IDLE_LATENESS, "lateness.early",
					Goal.value(0)),
			Row.lower("lateness, 500 jobs/s, p50: ms", Measurement.LOAD_LATENESS_500, "lateness.p50", Goal.value(0.5)),
			Row.lower("lateness, 500 jobs/s, p99: ms", Measurement.LOAD_LATENESS_500, "lateness.p99", Goal.value(2)),
			Row.lower("lateness, 500 jobs/s, max: ms", Measurement.LOAD_LATENESS_500, "lateness.max"),
			Row.never("lateness, 500 jobs/s: early by more than 1 ms", Measurement.LOAD_LATENESS_500, "lateness.early",
					Goal.value(0)),
			Row.lower("store CPU per job, 500 jobs/s: µs", Measurement.LOAD_LATENESS_500, "load.redis-cpu",
					Goal.ofFloor(1.25), Goal.ofBestRedisPeer(1)),
			Row.higher("rate achieved of 500 jobs/s", Measurement.LOAD_LATENESS_500, "load.rate"),
			Row.lower("lateness, 2,000 jobs/s, p50: ms", Measurement.LOAD_LATENESS, "lateness.p50", Goal.value(0.5),
					Goal.valueOrOfFloor(1, 1.5)),
			Row.lower("lateness, 2,000 jobs/s, p99: ms", Measurement.LOAD_LATENESS, "lateness.p99", Goal.value(2),
					Goal.valueOrOfFloor(5, 1.5)),
			Row.lower("lateness, 2,000 jobs/s, max: ms", Measurement.LOAD_LATENESS, "lateness.max"),
			Row.never("lateness, 2,000 jobs/s: early by more than 1 ms", Measurement.LOAD_LATENESS, "lateness.early",
					Goal.value(0)),
			Row.lower("store CPU per job, 2,000 jobs/s: µs", Measurement.LOAD_LATENESS, "load.redis-cpu",
					Goal.value(40), Goal.ofFloor(1.25), Goal.ofBestRedisPeer(1)),
			Row.higher("rate achieved of 2,000 jobs/s", Measurement.LOAD_LATENESS, "load.rate"),
			Row.lower("Redis memory per waiting job: bytes", Measurement.MEMORY, "memory", Goal.value(400)),
			Row.lower("idle, 10 topics: client commands/s", Measurement.IDLE, "idle.commands", Goal.value(1)),
			Row.lower("a million waiting against 10,000, submit: store CPU, times", Measurement.GROWTH,
					"submit.redis-cpu-growth", Goal.value(1.3), Goal.onDatabase(1.5)),
			Row.lower("– submit: time, times", Measurement.GROWTH, "submit.time-growth", Goal.value(1.3),
					Goal.onDatabase(1.5)),
			Row.lower("– drain: store CPU, times", Measurement.GROWTH, "drain.redis-cpu-growth", Goal.value(1.3),
					Goal.onDatabase(1.5)),
			Row.lower("– drain: time, times", Measurement.GROWTH, "drain.time-growth", Goal.value(1.3),
					Goal.onDatabase(1.5)),
			Row.never("consumer killed: lost", Measurement.KILL, "kill.lost", Goal.value(0)),
			Row.never("consumer killed: in flight", Measurement.KILL, "kill.in-flight"),
			Row.never("consumer killed: handled twice", Measurement.KILL, "kill.doubles",
					Goal.figure("in flight", "kill.in-flight")),
			Row.never("consumer killed: all handled, s after TTR", Measurement.KILL, "kill.recovery-after-ttr",
					Goal.value(0.5)),
			Row.lower("application start, added: ms", Measurement.START, "start.added", Goal.value(300)),
			Row.lower("– CPU of the thread that starts it, added: ms", Measurement.START, "start-cpu.added"),
			Row.higher("endurance: jobs/s", Measurement.ENDURANCE, "endurance.rate"),
			Row.lower("– client heap allocated per job: bytes", Measurement.ENDURANCE, "endurance.allocated"),
			Row.lower("– live heap after the warm-up: MB", Measurement.ENDURANCE, "endurance.heap-first"),
			Row.lower("– live heap at the end: MB", Measurement.ENDURANCE, "endurance.heap-last"),
			Row.lower("– live heap, least: MB", Measurement.ENDURANCE, "endurance.heap-least"),
			Row.lower("– live heap, most: MB", Measurement.ENDURANCE, "endurance.heap-most"),
			Row.lower("– live heap, slope: bytes per job", Measurement.ENDURANCE, "endurance.heap-slope"),
			Row.never("– lost", Measurement.ENDURANCE, "endurance.lost", Goal.value(0)),
			Row.never("– handled twice without a cause", Measurement.ENDURANCE, "endurance.doubles", Goal.value(0)));

	private Rows() {
	}

}
