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
	 * Look once.
	 * @return what will hurt, empty if all is well
	 * @throws org.springframework.dao.DataAccessException if the store cannot be reached
	 */
	List<StartupFinding> findings();

	/**
	 * How long after the start there is more to see, because others start, too.
	 * @return how long; zero if a look at the start sees everything
	 */
	default Duration delay() {
		return Duration.ZERO;
	}

}
