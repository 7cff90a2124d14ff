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
