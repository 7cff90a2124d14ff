// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.store;

import javax.sql.DataSource;

import org.springframework.beans.BeanWrapper;
import org.springframework.beans.PropertyAccessorFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.PlatformTransactionManager;

import io.delay.listener.InvalidListenerException;

/**
 * Finds the transaction manager of a data source.
 */
final class TransactionManagerLookup {

	private static final String DATA_SOURCE = "dataSource";

	private final ObjectProvider<PlatformTransactionManager> candidates;

	TransactionManagerLookup(ObjectProvider<PlatformTransactionManager> candidates) {
		this.candidates = candidates;
	}

	/**
	 * Find the transaction manager of a data source. The primary one takes precedence.
	 * @throws InvalidListenerException if there is none
	 */
	PlatformTransactionManager find(DataSource dataSource) {
		PlatformTransactionManager primary = this.candidates.getIfUnique();
		if (primary != null && isManaged(dataSource, primary)) {
			return primary;
		}
		return this.candidates.orderedStream()
			.filter((candidate) -> isManaged(dataSource, candidate))
			.findFirst()
			.orElseThrow(() -> new InvalidListenerException(
					"A listener is transactional, but no transaction manager of the application manages "
							+ "the data source in which Delay stores its jobs",
					"Define a JdbcTransactionManager or JpaTransactionManager for this data source, "
							+ "or remove 'transactional'"));
	}

	// The transaction managers for JDBC, JPA and Hibernate have this property
	private static boolean isManaged(DataSource dataSource, PlatformTransactionManager candidate) {
		BeanWrapper properties = PropertyAccessorFactory.forBeanPropertyAccess(candidate);
		return properties.isReadableProperty(DATA_SOURCE)
				&& properties.getPropertyValue(DATA_SOURCE) instanceof DataSource managed
				&& targetOf(managed) == targetOf(dataSource);
	}

	// As the store does. A transaction on another proxy, such as a
	// LazyConnectionDataSourceProxy, is not bound to the data source of the store
	private static DataSource targetOf(DataSource dataSource) {
		DataSource target = (dataSource instanceof TransactionAwareDataSourceProxy proxy) ? proxy.getTargetDataSource()
				: null;
		return (target != null) ? target : dataSource;
	}

}
