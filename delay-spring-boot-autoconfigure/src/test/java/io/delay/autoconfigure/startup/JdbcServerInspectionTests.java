// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.startup;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link JdbcServerInspection}.
 */
class JdbcServerInspectionTests {

	@Test
	void onlySettingsCanFailTheStart() {
		assertThat(new JdbcServerInspection(() -> List.of("fsync is off"), () -> List.of("open for 11 minutes"))
			.findings()).containsExactly(new StartupFinding("fsync is off", true),
					new StartupFinding("open for 11 minutes", false));
	}

}
