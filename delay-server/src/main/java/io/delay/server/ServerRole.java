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

package io.delay.server;

import java.util.Arrays;
import java.util.Locale;

/**
 * A role determines what a user may do. Its name is written in lower case in the
 * settings.
 *
 * @since 0.1.0
 */
public enum ServerRole {

	/** Submit, find, reschedule and cancel jobs. */
	PRODUCER,

	/** Reserve and settle jobs. */
	CONSUMER,

	/** See topics, jobs and metrics. */
	VIEWER,

	/** Everything except reserving, settling and handing back jobs. */
	OPERATOR;

	String id() {
		return name().toLowerCase(Locale.ROOT);
	}

	static String[] ids(ServerRole... roles) {
		return Arrays.stream(roles).map(ServerRole::id).toArray(String[]::new);
	}

}
