// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc;

import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.function.Function;
import java.util.function.Predicate;

import javax.sql.DataSource;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

import io.delay.jdbc.session.DatabaseClock;
import io.delay.jdbc.session.Sessions;
import io.delay.jdbc.table.Tables;
import io.delay.jdbc.wakeup.DatabaseNotifications;
import io.delay.jdbc.wakeup.LocalWakeUps;
import io.delay.jdbc.wakeup.RemoteWakeUps;
import io.delay.jdbc.work.SharedSubmits;
import io.delay.jdbc.work.Work;
import io.delay.jdbc.work.Works;
import io.delay.store.WakeUpListener;
import io.delay.store.WakeUpSubscription;

/**
 * A database in which jobs are stored. The store, its inspector and its administrator
 * share one instance. The database is first used when one of them needs it, so that an
 * application can start without it.
 *
 * @since 0.1.0
 */
public final class JdbcDatabase implements AutoCloseable {

	private static final Log logger = LogFactory.getLog(JdbcDatabase.class);

	private final DataSource dataSource;

	private final JdbcJobStoreOptions options;

	private final Predicate<DataSource> canRoute;

	private final LocalWakeUps wakeUps = new LocalWakeUps();

	private volatile RemoteWakeUps remoteWakeUps = RemoteWakeUps.NONE;

	private volatile @Nullable Works works;

	/**
	 * Work that waits until the database is used for the first time. More work than fits
	 * is omitted.
	 */
	private final Queue<Function<Work, Boolean>> early = new ArrayBlockingQueue<>(1000);

	/** Set before the work. */
	private volatile @Nullable SharedSubmits submits;

	/**
	 * Create a database.
	 * @param dataSource the data source of the application. Jobs are submitted, cancelled
	 * and rescheduled in its transactions
	 * @param options where and how jobs are stored
	 */
	public JdbcDatabase(DataSource dataSource, JdbcJobStoreOptions options) {
		this(dataSource, options, Sessions::canRoute);
	}

	JdbcDatabase(DataSource dataSource, JdbcJobStoreOptions options, Predicate<DataSource> canRoute) {
		Assert.notNull(dataSource, "'dataSource' must not be null");
		Assert.notNull(options, "'options' must not be null");
		this.dataSource = dataSource;
		this.options = options;
		this.canRoute = canRoute;
	}

	/**
	 * Return the data source.
	 * @return the data source of the application
	 */
	public DataSource dataSource() {
		return this.dataSource;
	}

	/**
	 * Whether an instance with consumers occupies a connection, on which other instances
	 * notify it of new jobs.
	 * @return {@code true} if the database and its driver have notifications and they are
	 * not switched off
	 */
	public boolean isListening() {
		works();
		return this.remoteWakeUps != RemoteWakeUps.NONE;
	}

	String tablePrefix() {
		return this.options.tablePrefix();
	}

	/**
	 * Return the name and the version of the database system.
	 * @return the description, {@code null} while the database has not been used
	 */
	@Nullable String description() {
		Works present = this.works;
		return (present != null) ? present.sessions().product().description() : null;
	}

	Works works() {
		Works present = this.works;
		return (present != null) ? present : connect();
	}

	// Not synchronized while it waits for a connection, because the thread that holds it
	// may be about to call this, too
	private Works connect() {
		return connected(new Sessions(this.dataSource, this.options.timeout()));
	}

	private synchronized Works connected(Sessions sessions) {
		Works present = this.works;
		if (present == null) {
			RemoteWakeUps remote = this.options.listen() ? DatabaseNotifications.of(sessions,
					this.options.tablePrefix() + "job", this.wakeUps, this.options.pollInterval()) : RemoteWakeUps.NONE;
			this.remoteWakeUps = remote;
			if (!this.wakeUps.topics().isEmpty()) {
				remote.subscribed();
			}
			present = new Works(sessions, Tables.of(this.options.tablePrefix(), sessions.dialect()),
					this.options.history(), DatabaseClock.of(sessions.dialect(), this.options.clock()), this.wakeUps,
					remote, this.options.pollInterval());
			this.submits = new SharedSubmits(present, isShared());
			this.works = present;
			doEarly(present);
		}
		return present;
	}

	private boolean isShared() {
		boolean canRoute = this.canRoute.test(this.dataSource);
		if (canRoute) {
			logger.info("Data source " + this.dataSource.getClass().getName()
					+ " may choose the database by thread, so "
					+ "threads that submit jobs at the same time do not share transactions, which makes submits slower. "
					+ "They share them if the data source is a pool such as HikariDataSource, neither wrapped nor "
					+ "subclassed");
		}
		return !canRoute;
	}

	WakeUpSubscription subscribe(String topic, WakeUpListener listener) {
		WakeUpSubscription subscription = this.wakeUps.subscribe(topic, listener);
		this.remoteWakeUps.subscribed();
		return subscription;
	}

	SharedSubmits submits() {
		works();
		return Objects.requireNonNull(this.submits);
	}

	/**
	 * Do work on the thread of the store, once the database has been used for the first
	 * time. It is omitted if the database cannot be reached then.
	 */
	void later(Function<Work, Boolean> work) {
		this.early.offer(work);
		Works present = this.works;
		if (present != null) {
			doEarly(present);
		}
	}

	private void doEarly(Works present) {
		synchronized (this.early) {
			for (Function<Work, Boolean> next = this.early.poll(); next != null; next = this.early.poll()) {
				Function<Work, Boolean> work = next;
				present.later(() -> present.shared(work));
			}
		}
	}

	/**
	 * Write the counters and stop the threads of the store. The data source is not
	 * closed.
	 */
	@Override
	public synchronized void close() {
		this.remoteWakeUps.close();
		Works present = this.works;
		if (present != null) {
			present.close();
		}
	}

}
