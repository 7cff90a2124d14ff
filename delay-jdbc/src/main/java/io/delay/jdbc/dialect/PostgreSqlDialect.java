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

package io.delay.jdbc.dialect;

import org.jspecify.annotations.Nullable;

/**
 * PostgreSQL.
 */
final class PostgreSqlDialect implements Dialect {

	@Override
	public String name() {
		return "postgresql";
	}

	@Override
	public String clock() {
		return "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS bigint)";
	}

	@Override
	public String insertTail() {
		return " ON CONFLICT DO NOTHING";
	}

	// The number of the table differs between schemas and prefixes, and the name has at
	// most 63 bytes
	@Override
	public String channel(String table) {
		return "'delay_' || CAST(CAST('" + table + "' AS regclass) AS oid)";
	}

	@Override
	public boolean isArraySupported() {
		return true;
	}

	@Override
	public String planFunction() {
		return "set_config('enable_seqscan', 'off', true)";
	}

	@Override
	public String withoutIndex(String column) {
		return "(" + column + " || '')";
	}

	@Override
	public String lockWaitFunction() {
		return "set_config('lock_timeout', '20', true)";
	}

	@Override
	public String lockWaitLimit() {
		return "current_setting('lock_timeout')";
	}

	@Override
	public String limitLockWaits(@Nullable String limit) {
		return "SET lock_timeout = '" + ((limit != null) ? limit : "20") + "'";
	}

}
