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

import java.util.List;

/**
 * An H2 in the JVM of the system, if there is no PostgreSQL.
 */
final class EmbeddedDatabase implements Store {

	private final TemporaryFolder folder = new TemporaryFolder();

	@Override
	public List<String> arguments() {
		return List.of("jdbc-url=jdbc:h2:" + this.folder.path().resolve("jobs") + ";AUTO_SERVER=TRUE");
	}

	@Override
	public String description() {
		return "H2 in the JVM of the system, since there is no PostgreSQL here";
	}

	@Override
	public void close() {
		this.folder.close();
	}

}
