// SPDX-License-Identifier: Apache-2.0

package io.delay.starter.jdbc.fault;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.awaitility.Awaitility;
import org.springframework.context.ApplicationContext;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

import io.delay.job.Job;
import io.delay.store.SubmitOutcomeUnknownException;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Producers that repeat each submit until it is confirmed. Half of them submit in a
 * transaction that also inserts a row.
 */
final class Load implements AutoCloseable {

	private static final int PRODUCERS = 4;

	private static final long PAUSE_MILLIS = 10;

	private final Ledger ledger;

	private final DelayTemplate template;

	private final JdbcTemplate database;

	private final TransactionTemplate transaction;

	private final List<Thread> threads = new ArrayList<>();

	private volatile boolean isOver;

	Load(ApplicationContext application, Ledger ledger) {
		this.ledger = ledger;
		this.template = application.getBean(DelayTemplate.class);
		this.database = application.getBean(JdbcTemplate.class);
		this.transaction = application.getBean(TransactionTemplate.class);
	}

	void start() {
		this.ledger.started();
		for (int i = 0; i < PRODUCERS; i++) {
			String name = "producer-" + i;
			boolean isBooked = i % 2 == 0;
			Thread thread = new Thread(() -> produce(name, isBooked), name);
			thread.setDaemon(true);
			this.threads.add(thread);
			thread.start();
		}
	}

	private void produce(String name, boolean isBooked) {
		for (int number = 0; !this.isOver; number++) {
			String id = name + "-" + number;
			Job job = Job.to(isBooked ? Instances.BOOKED : Instances.PLAIN).id(id).payload(id).build();
			while (!submitted(job, isBooked)) {
				pause(50);
			}
			pause(PAUSE_MILLIS);
		}
	}

	private boolean submitted(Job job, boolean isBooked) {
		Ledger.Trail trail = this.ledger.trail(job.id());
		try {
			if (isBooked) {
				this.transaction.executeWithoutResult((status) -> {
					this.database.update("INSERT INTO placed VALUES (?)", job.id());
					this.template.submit(job);
				});
			}
			else {
				this.template.submit(job);
			}
			trail.confirmed();
			return true;
		}
		catch (DuplicateKeyException ex) {
			// An earlier commit, whose outcome was unknown, has stored both
			trail.confirmed();
			return true;
		}
		catch (CannotCreateTransactionException ex) {
			this.ledger.failed(ex);
		}
		catch (SubmitOutcomeUnknownException | TransactionException ex) {
			trail.unknown();
			this.ledger.failed(ex);
		}
		catch (DataAccessException ex) {
			this.ledger.failed(ex);
		}
		return false;
	}

	/**
	 * Stop the producers, and wait until all their jobs are handled.
	 */
	void finish(Duration maxWait) {
		close();
		Awaitility.await()
			.atMost(maxWait)
			.pollInterval(Duration.ofMillis(100))
			.untilAsserted(() -> assertThat(this.ledger.lost()).as("confirmed jobs that were not handled").isEmpty());
	}

	@Override
	public void close() {
		this.isOver = true;
		try {
			for (Thread thread : this.threads) {
				thread.join(Duration.ofSeconds(30).toMillis());
				assertThat(thread.isAlive()).as("%s still runs", thread.getName()).isFalse();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	static void pause(long millis) {
		try {
			Thread.sleep(millis);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

}
