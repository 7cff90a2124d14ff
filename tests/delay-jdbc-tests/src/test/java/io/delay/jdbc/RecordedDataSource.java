// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import javax.sql.DataSource;

import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * A data source that records the statements of a thread.
 */
public class RecordedDataSource extends DelegatingDataSource {

	public static final String COMMIT = "COMMIT";

	private final List<String> statements = new CopyOnWriteArrayList<>();

	private volatile Thread recorded = Thread.currentThread();

	public RecordedDataSource(DataSource target) {
		super(target);
	}

	/**
	 * Return the statements of the calling thread while a task runs.
	 * @param task the task
	 * @return the statements, and {@link #COMMIT} for each commit
	 */
	public List<String> record(Runnable task) {
		this.recorded = Thread.currentThread();
		this.statements.clear();
		task.run();
		return List.copyOf(this.statements);
	}

	@Override
	public Connection getConnection() throws SQLException {
		Connection connection = super.getConnection();
		return (Connection) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { Connection.class },
				(proxy, method, arguments) -> {
					if (Thread.currentThread() == this.recorded) {
						if (method.getName().equals("prepareStatement")) {
							this.statements.add((String) arguments[0]);
						}
						else if (method.getName().equals("commit")) {
							this.statements.add(COMMIT);
						}
					}
					try {
						return method.invoke(connection, arguments);
					}
					catch (InvocationTargetException ex) {
						throw ex.getCause();
					}
				});
	}

}
