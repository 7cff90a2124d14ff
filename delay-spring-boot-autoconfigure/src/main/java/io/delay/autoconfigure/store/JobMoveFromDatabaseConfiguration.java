// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.store;

import javax.sql.DataSource;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.datasource.DataSourceUtils;

import io.delay.autoconfigure.properties.DelayProperties;
import io.delay.jdbc.JdbcDatabase;
import io.delay.jdbc.JdbcJobStore;
import io.delay.jdbc.JdbcJobStoreAdministrator;
import io.delay.jdbc.JdbcJobStoreInspector;
import io.delay.jdbc.JdbcJobStoreOptions;
import io.delay.move.MoveStore;

/**
 * Configuration for the store in a relational database from which jobs are moved.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(name = "delay.move.from", havingValue = "jdbc")
@ConditionalOnClass({ JdbcJobStore.class, DataSourceUtils.class })
class JobMoveFromDatabaseConfiguration {

	@Bean
	JobMoveSource delayJobMoveSource(ObjectProvider<JdbcDatabase> databases, ObjectProvider<DataSource> dataSources,
			ObjectProvider<JdbcJobStoreOptions> options, DelayProperties properties) {
		return () -> {
			JdbcDatabase given = databases.getIfUnique();
			JdbcDatabase used = (given != null) ? given : JdbcStoreConfiguration.database(dataSources,
					options.getIfUnique(() -> JdbcStoreConfiguration.options(properties)));
			return open(used, given == null);
		};
	}

	private static JobMoveSource.Opened open(JdbcDatabase database, boolean isOwned) {
		MoveStore source = new MoveStore("the database", new JdbcJobStore(database),
				new JdbcJobStoreInspector(database), new JdbcJobStoreAdministrator(database));
		return new JobMoveSource.Opened(source, () -> {
			if (isOwned) {
				database.close();
			}
		});
	}

}
