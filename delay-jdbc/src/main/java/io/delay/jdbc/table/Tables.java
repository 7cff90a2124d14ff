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

package io.delay.jdbc.table;

import io.delay.jdbc.dialect.Dialect;

/**
 * All tables.
 *
 * @param runs the finished runs
 * @param clock the latest time
 */
public record Tables(JobTable jobs, TopicTable topics, ConsumerTable consumers, RunTable runs, CounterTable counters,
		ClockTable clock) {

	/**
	 * Create the tables.
	 * @param prefix the prefix of their names
	 * @param dialect the dialect of the database
	 */
	public static Tables of(String prefix, Dialect dialect) {
		return new Tables(new JobTable(prefix, dialect), new TopicTable(prefix, dialect), new ConsumerTable(prefix),
				new RunTable(prefix, dialect), new CounterTable(prefix, dialect), new ClockTable(prefix));
	}

}
