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
