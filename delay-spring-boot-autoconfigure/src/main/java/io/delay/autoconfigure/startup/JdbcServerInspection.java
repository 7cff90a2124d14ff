// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.startup;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Inspects the database server that stores the jobs.
 */
final class JdbcServerInspection implements StartupInspection {

	private final Supplier<List<String>> settings;

	private final Supplier<List<String>> longTransactions;

	/**
	 * Create an inspection.
	 * @param settings finds settings, which stay as they are
	 * @param longTransactions finds transactions, which end at some time
	 */
	JdbcServerInspection(Supplier<List<String>> settings, Supplier<List<String>> longTransactions) {
		this.settings = settings;
		this.longTransactions = longTransactions;
	}

	@Override
	public List<StartupFinding> findings() {
		return Stream
			.concat(this.settings.get().stream().map((text) -> new StartupFinding(text, true)),
					this.longTransactions.get().stream().map((text) -> new StartupFinding(text, false)))
			.toList();
	}

}
