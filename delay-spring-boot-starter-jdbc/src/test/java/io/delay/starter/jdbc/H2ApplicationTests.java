// SPDX-License-Identifier: Apache-2.0

package io.delay.starter.jdbc;

import java.nio.file.Path;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/**
 * An application on H2 in a file.
 */
@Tag("versions")
@Tag("thorough")
class H2ApplicationTests extends JdbcApplicationContract {

	@TempDir
	private Path directory;

	@Override
	ApplicationContextRunner application() {
		return JdbcApplication.on("jdbc:h2:file:" + this.directory.resolve("jobs"));
	}

	@Override
	String distinction() {
		return "utf8tostring";
	}

}
