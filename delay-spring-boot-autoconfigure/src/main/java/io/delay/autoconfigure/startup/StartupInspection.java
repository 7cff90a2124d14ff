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

import java.time.Duration;
import java.util.List;

/**
 * A part of the start-up check.
 */
interface StartupInspection {

	/**
	 * Inspect once.
	 * @return the problems, empty if there are none
	 * @throws org.springframework.dao.DataAccessException if the store cannot be reached
	 */
	List<StartupFinding> findings();

	/**
	 * Return how long to wait after start-up until other applications that start at the
	 * same time can be inspected, too.
	 * @return the delay, zero if an inspection at start-up finds everything
	 */
	default Duration delay() {
		return Duration.ZERO;
	}

}
