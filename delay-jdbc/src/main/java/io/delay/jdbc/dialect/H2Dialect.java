// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.dialect;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The dialect of H2. The clock of H2 does not advance during a transaction, and H2 does
 * not order strings by their bytes.
 */
final class H2Dialect implements Dialect {

	private static final int LOCK_TIMEOUT = 50200;

	private static final int CONCURRENT_UPDATE = 90131;

	@Override
	public String name() {
		return "h2";
	}

	@Override
	public @Nullable String clock() {
		return null;
	}

	@Override
	public @Nullable String insertTail() {
		return null;
	}

	@Override
	public String insertOrAdd(NumberRows rows) {
		String columns = String.join(", ", rows.columns());
		return "MERGE INTO " + rows.table() + " AS present USING (VALUES " + rows.values() + ") AS added (" + columns
				+ ") ON " + NumberRows.each(rows.keys(), "present.%1$s = added.%1$s", " AND ")
				+ " WHEN MATCHED THEN UPDATE SET "
				+ NumberRows.each(rows.numbers(), "%1$s = present.%1$s + added.%1$s", ", ")
				+ " WHEN NOT MATCHED THEN INSERT (" + columns + ") VALUES ("
				+ NumberRows.each(rows.columns(), "added.%s", ", ") + ")";
	}

	@Override
	public @Nullable String begin(boolean isWaitLimited) {
		return isWaitLimited ? "SET LOCK_TIMEOUT 20" : null;
	}

	@Override
	public String end(boolean autoCommit, List<String> changed) {
		return "SET LOCK_TIMEOUT " + changed.get(0);
	}

	@Override
	public List<String> changed() {
		return List.of("LOCK_TIMEOUT()");
	}

	@Override
	public boolean isRangeLockLimited() {
		return false;
	}

	@Override
	public Object bind(String id) {
		return id.getBytes(StandardCharsets.UTF_8);
	}

	@Override
	public String id(Object value) {
		return new String((byte[]) value, StandardCharsets.UTF_8);
	}

	@Override
	public boolean isTimeoutOfStatement() {
		return false;
	}

	@Override
	public boolean isConflict(SQLException exception) {
		return isLockTimeout(exception) || exception.getErrorCode() == CONCURRENT_UPDATE
				|| Dialect.super.isConflict(exception);
	}

	@Override
	public boolean isLockTimeout(SQLException exception) {
		return exception.getErrorCode() == LOCK_TIMEOUT;
	}

}
