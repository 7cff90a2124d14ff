// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.table;

import io.delay.jdbc.dialect.Dialect;

/** All tables. */
public record Tables(JobTable jobs, TopicTable topics, ConsumerTable consumers, RunTable runs, CounterTable counters,
		ClockTable clock) {

	public static Tables of(String prefix, Dialect dialect) {
		return new Tables(new JobTable(prefix, dialect), new TopicTable(prefix, dialect), new ConsumerTable(prefix),
				new RunTable(prefix, dialect), new CounterTable(prefix, dialect), new ClockTable(prefix));
	}

}
