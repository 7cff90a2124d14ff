// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import javax.sql.DataSource;

import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * A data source whose connections for shared transactions can be held back, and whose
 * commits can fail.
 */
public class ControlledDataSource extends DelegatingDataSource {

	private final AtomicInteger connections = new AtomicInteger();

	private final AtomicInteger held = new AtomicInteger();

	private final AtomicBoolean commitLost = new AtomicBoolean();

	private final AtomicInteger lostCommits = new AtomicInteger();

	/** The simple name of the class whose commits fail, empty for none. */
	private volatile String failing = "";

	private volatile CountDownLatch gate = new CountDownLatch(0);

	public ControlledDataSource(DataSource target) {
		super(target);
	}

	public void close() {
		this.gate = new CountDownLatch(1);
		this.connections.set(0);
	}

	public void open() {
		this.gate.countDown();
	}

	// The number of threads that wait for a connection.
	public int held() {
		return this.held.get();
	}

	public int connections() {
		return this.connections.get();
	}

	public void loseNextCommit() {
		this.commitLost.set(true);
	}

	// Commits for a class fail, although they take effect, until this is called again.
	public void loseCommitsOf(String simpleName) {
		this.failing = simpleName;
	}

	// How many commits of that class have failed.
	public int lostCommits() {
		return this.lostCommits.get();
	}

	private boolean isCommitLost() {
		String name = this.failing;
		if (!name.isEmpty() && StackWalker.getInstance()
			.walk((frames) -> frames.anyMatch((frame) -> frame.getClassName().endsWith("." + name)))) {
			this.lostCommits.incrementAndGet();
			return true;
		}
		return this.commitLost.compareAndSet(true, false);
	}

	private static boolean isShared(StackWalker.StackFrame frame) {
		return (frame.getMethodName().equals("shared") || frame.getMethodName().equals("single"))
				&& frame.getClassName().endsWith("Sessions");
	}

	private void pass() throws SQLException {
		this.held.incrementAndGet();
		try {
			if (!this.gate.await(20, TimeUnit.SECONDS)) {
				throw new SQLException("The gate stays closed");
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new SQLException("Interrupted", ex);
		}
		finally {
			this.held.decrementAndGet();
		}
	}

	@Override
	public Connection getConnection() throws SQLException {
		if (StackWalker.getInstance().walk((frames) -> frames.anyMatch(ControlledDataSource::isShared))) {
			pass();
		}
		this.connections.incrementAndGet();
		Connection connection = super.getConnection();
		AtomicBoolean begun = new AtomicBoolean();
		return proxy(Connection.class, (proxy, method, arguments) -> {
			Object result = invoke(connection, method, arguments);
			if (method.getName().equals("commit")) {
				loseCommit(isCommitLost());
			}
			else if (method.getName().equals("createStatement")) {
				return ending((Statement) result, begun);
			}
			else if (result instanceof PreparedStatement statement && connection.getAutoCommit() && !begun.get()
					&& ((String) arguments[0]).startsWith("INSERT")) {
				return committing(statement);
			}
			return result;
		});
	}

	// The dialect of MySQL begins and commits by statements
	private Statement ending(Statement statement, AtomicBoolean begun) {
		return proxy(Statement.class, (proxy, method, arguments) -> {
			Object result = invoke(statement, method, arguments);
			if (method.getName().equals("execute") && ((String) arguments[0]).startsWith("SET autocommit = ")
					&& begun.getAndSet(((String) arguments[0]).startsWith("SET autocommit = 0"))) {
				loseCommit(isCommitLost());
			}
			return result;
		});
	}

	private PreparedStatement committing(PreparedStatement statement) {
		return proxy(PreparedStatement.class, (proxy, method, arguments) -> {
			Object result = invoke(statement, method, arguments);
			if (method.getName().startsWith("execute")) {
				loseCommit(isCommitLost());
			}
			return result;
		});
	}

	private static void loseCommit(boolean lost) throws SQLException {
		if (lost) {
			throw new SQLException("The connection was cut", "08006");
		}
	}

	private static Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
		try {
			return method.invoke(target, arguments);
		}
		catch (InvocationTargetException ex) {
			throw ex.getCause();
		}
	}

	private static <T> T proxy(Class<T> type, InvocationHandler handler) {
		return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, handler));
	}

}
