// SPDX-License-Identifier: Apache-2.0

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
