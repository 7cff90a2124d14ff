// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.startup;

import java.sql.SQLException;
import java.util.Collection;
import java.util.List;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import org.jspecify.annotations.Nullable;

import io.delay.jdbc.JdbcDatabase;
import io.delay.listener.container.DelayListenerContainer;
import io.delay.listener.container.DelayListenerRegistry;

/**
 * Finds a connection pool that is too small for the listeners of the application.
 */
final class JdbcPoolInspection implements StartupInspection {

	/**
	 * The connections that are left for handlers, submits and the thread of the store.
	 */
	private static final int OTHERS = 2;

	private final JdbcDatabase database;

	private final Collection<DelayListenerRegistry> registries;

	JdbcPoolInspection(JdbcDatabase database, Collection<DelayListenerRegistry> registries) {
		this.database = database;
		this.registries = registries;
	}

	@Override
	public List<StartupFinding> findings() {
		HikariDataSource pool = pool();
		List<DelayListenerContainer> listeners = this.registries.stream()
			.flatMap((registry) -> registry.containers().stream())
			.toList();
		int handlers = listeners.stream()
			.filter(DelayListenerContainer::isTransactional)
			.mapToInt((listener) -> listener.terms().concurrency())
			.sum();
		if (pool == null || listeners.isEmpty()) {
			return List.of();
		}
		boolean isListening = this.database.isListening();
		int needed = handlers + listeners.size() + OTHERS + (isListening ? 1 : 0);
		if (pool.getMaximumPoolSize() >= needed) {
			return List.of();
		}
		return List.of(new StartupFinding("The connection pool has at most " + pool.getMaximumPoolSize()
				+ " connections, but the number of listeners is " + listeners.size() + transactional(handlers)
				+ (isListening ? ", notifications of other instances occupy a connection" : "")
				+ ", and each listener reserves and settles jobs while handlers use connections, too. "
				+ "Jobs may be late, and leases may expire. Set spring.datasource.hikari.maximum-pool-size to at least "
				+ needed + ", and more if handlers use the database", true));
	}

	private static String transactional(int handlers) {
		return (handlers > 0) ? ", and transactional handlers occupy up to " + handlers + " connections" : "";
	}

	private @Nullable HikariDataSource pool() {
		try {
			DataSource dataSource = this.database.dataSource();
			return dataSource.isWrapperFor(HikariDataSource.class) ? dataSource.unwrap(HikariDataSource.class) : null;
		}
		catch (SQLException ex) {
			return null; // not a pool of this kind
		}
	}

}
