// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.store;

import java.util.Locale;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.SmartLifecycle;

import io.delay.autoconfigure.diagnostics.DelaySetupException;
import io.delay.autoconfigure.properties.MoveProperties;
import io.delay.autoconfigure.properties.MoveProperties.Source;
import io.delay.move.JobMove;
import io.delay.move.MoveStore;

/**
 * Moves jobs from another store when the application starts, before any other component
 * can use them.
 */
final class JobMoveAtStart implements InitializingBean, SmartLifecycle {

	private final MoveProperties properties;

	private final @Nullable String storeType;

	private final ObjectProvider<JobMoveSource> sources;

	private final Supplier<MoveStore> target;

	private volatile boolean moved;

	private volatile boolean running;

	/**
	 * Create a move.
	 * @param storeType the type of the store of the application as it is set, or
	 * {@code null}
	 * @param sources the store from which jobs are moved, if its module is on the class
	 * path
	 */
	JobMoveAtStart(MoveProperties properties, @Nullable String storeType, ObjectProvider<JobMoveSource> sources,
			Supplier<MoveStore> target) {
		this.properties = properties;
		this.storeType = storeType;
		this.sources = sources;
		this.target = target;
	}

	@Override
	public void afterPropertiesSet() {
		Source from = this.properties.from();
		if (from != null) {
			check(from);
		}
	}

	private void check(Source from) {
		Source to = (from == Source.REDIS) ? Source.JDBC : Source.REDIS;
		String found = (this.storeType != null) ? this.storeType.strip() : "";
		if (!found.equalsIgnoreCase(nameOf(to))) {
			throw new DelaySetupException(
					"delay.move.from=" + nameOf(from) + " needs delay.store.type=" + nameOf(to)
							+ ", the store to which jobs are moved, but delay.store.type is "
							+ (found.isEmpty() ? "not set." : found + "."),
					"Set delay.store.type=" + nameOf(to) + " to move jobs from " + nameOf(from) + " to " + nameOf(to)
							+ ", or remove delay.move.from.");
		}
		if (this.sources.getIfAvailable() == null) {
			throw new DelaySetupException(
					"delay.move.from=" + nameOf(from) + ", but delay-" + nameOf(from) + " is not on the class path.",
					"Keep delay-" + nameOf(from) + " and the "
							+ ((from == Source.REDIS) ? "driver of Redis" : "driver of the database")
							+ " on the class path until all jobs are moved, or remove delay.move.from.");
		}
	}

	private static String nameOf(Source source) {
		return source.name().toLowerCase(Locale.ROOT);
	}

	@Override
	public void start() {
		// A restart of the context does not repeat the move
		if (this.properties.from() != null && !this.moved) {
			try (JobMoveSource.Opened source = this.sources.getObject().open()) {
				new JobMove(source.store(), this.target.get(), this.properties.timeout()).run(this.properties.topics());
			}
			this.moved = true;
		}
		this.running = true;
	}

	@Override
	public void stop() {
		this.running = false;
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	// After the start-up check, which can refuse the store to which jobs are moved
	@Override
	public int getPhase() {
		return Integer.MIN_VALUE + 2;
	}

	/**
	 * Opens the store from which jobs are moved, which needs connections only during the
	 * move.
	 */
	@FunctionalInterface
	interface JobMoveSource {

		/**
		 * Open the store.
		 * @return the store, to be closed after the move
		 */
		Opened open();

		/**
		 * A store that was opened for a move.
		 *
		 * @param closing closes what was opened for the move alone
		 */
		record Opened(MoveStore store, Runnable closing) implements AutoCloseable {

			@Override
			public void close() {
				this.closing.run();
			}

		}

	}

}
