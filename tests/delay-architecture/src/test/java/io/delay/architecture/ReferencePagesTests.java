// SPDX-License-Identifier: Apache-2.0

package io.delay.architecture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that the pages of the reference are those that {@link ReferencePages} creates.
 * With the system property {@code delay.docs.write} they are written instead.
 */
class ReferencePagesTests {

	private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

	@Test
	void pagesSayWhatTheCodeSays() throws IOException {
		Path directory = ROOT.resolve("docs/reference");
		for (Map.Entry<String, String> page : new ReferencePages(ROOT).create().entrySet()) {
			Path file = directory.resolve(page.getKey());
			if (Boolean.getBoolean("delay.docs.write")) {
				Files.writeString(file, page.getValue());
			}
			assertThat(file).as("Run 'mvn verify -Pcheck -pl tests/delay-architecture -am -Dtest=ReferencePagesTests "
					+ "-Dsurefire.failIfNoSpecifiedTests=false -Ddelay.test.jvm=-Ddelay.docs.write=true' and commit the page")
				.hasContent(page.getValue());
		}
	}

}
