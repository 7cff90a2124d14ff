// SPDX-License-Identifier: Apache-2.0

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
