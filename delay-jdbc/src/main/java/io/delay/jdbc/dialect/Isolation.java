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

import java.sql.Connection;

/**
 * The isolation of transactions, from the weakest to the strictest.
 */
public enum Isolation {

	/** Changes of other transactions are visible before their commit. */
	READ_UNCOMMITTED,

	/** Changes of other transactions are visible after their commit. */
	READ_COMMITTED,

	/** What was read remains the same. */
	REPEATABLE_READ,

	/** Transactions have the same effect as one after the other. */
	SERIALIZABLE;

	/**
	 * Return the isolation of a level.
	 * @param level one of the constants of {@link Connection}
	 * @return the isolation
	 */
	public static Isolation of(int level) {
		return switch (level) {
			case Connection.TRANSACTION_READ_COMMITTED -> READ_COMMITTED;
			case Connection.TRANSACTION_REPEATABLE_READ -> REPEATABLE_READ;
			case Connection.TRANSACTION_SERIALIZABLE -> SERIALIZABLE;
			default -> READ_UNCOMMITTED;
		};
	}

	/**
	 * Return the name of the isolation in SQL.
	 * @return the name
	 */
	@Override
	public String toString() {
		return name().replace('_', ' ');
	}

}
