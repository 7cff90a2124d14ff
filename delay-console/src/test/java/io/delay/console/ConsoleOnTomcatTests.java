// SPDX-License-Identifier: Apache-2.0

package io.delay.console;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * On Tomcat, with the store in memory.
 */
@Tag("thorough")
class ConsoleOnTomcatTests extends ConsoleTests {

	@BeforeAll
	static void start() {
		start(ConsoleApplication.onTomcat().start());
	}

}
