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

package io.delay.autoconfigure.properties;

import io.delay.jdbc.JdbcJobStoreOptions;

/**
 * Maps the properties to the options of the store in a database. Internal to Delay: may
 * change without notice.
 *
 * @since 0.1.0
 * @hidden
 */
public final class JdbcOptionsMapper {

	private final DelayProperties properties;

	public JdbcOptionsMapper(DelayProperties properties) {
		this.properties = properties;
	}

	public JdbcJobStoreOptions options() {
		JdbcProperties jdbc = this.properties.getJdbc();
		return JdbcJobStoreOptions.defaults()
			.withTablePrefix(jdbc.getTablePrefix())
			.withHistory(new HistorySettingsMapper(this.properties).settings())
			.withPollInterval(jdbc.getPollInterval())
			.withListen(jdbc.getListen() == ListenMode.AUTO)
			.withTimeout(jdbc.getTimeout());
	}

}
