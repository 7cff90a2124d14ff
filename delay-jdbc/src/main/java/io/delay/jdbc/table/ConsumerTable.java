// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.table;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import io.delay.jdbc.session.Session;
import io.delay.job.RateLimit;
import io.delay.store.ConsumerOrigin;
import io.delay.store.ConsumerRegistration;
import io.delay.store.ConsumerTerms;
import io.delay.store.JobStore;
import io.delay.store.ReserveTerms;
import io.delay.store.admin.ActiveConsumer;
import io.delay.store.admin.JobStoreInspector;

/**
 * The table of consumers and its statements.
 */
public final class ConsumerTable {

	private final String table;

	public ConsumerTable(String prefix) {
		this.table = prefix + "consumer";
	}

	public void announce(Session session, ConsumerRegistration consumer, Instant now) {
		String topic = consumer.topic();
		session.update("DELETE FROM " + this.table + " WHERE topic = ? AND seen_at <= ?", List.of(topic, expiry(now)));
		ReserveTerms terms = consumer.terms().reserveTerms();
		RateLimit rateLimit = terms.rateLimit();
		List<@Nullable Object> values = Arrays.asList(consumer.origin().application(), consumer.origin().host(),
				consumer.origin().listener(), consumer.terms().concurrency(), terms.ttr().toMillis(),
				terms.maxAttempts(), terms.failureAttempts(), (rateLimit != null) ? rateLimit.toString() : null,
				now.toEpochMilli(), topic, consumer.id());
		int updated = session.update("UPDATE " + this.table
				+ " SET application = ?, host = ?, listener = ?, concurrency = ?, ttr = ?, max_attempts = ?, "
				+ "failure_attempts = ?, rate_limit = ?, seen_at = ? WHERE topic = ? AND id = ?", values);
		if (updated == 0 && count(session, topic, now) < JobStoreInspector.MAX_CONSUMERS) {
			session.update("INSERT INTO " + this.table
					+ " (application, host, listener, concurrency, ttr, max_attempts, failure_attempts, rate_limit, "
					+ "seen_at, topic, id, since) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, " + now.toEpochMilli() + ")",
					values);
		}
	}

	public void withdraw(Session session, String topic, String id) {
		session.update("DELETE FROM " + this.table + " WHERE topic = ? AND id = ?", List.of(topic, id));
	}

	public long count(Session session, String topic, Instant now) {
		return session
			.query("SELECT COUNT(*) FROM " + this.table + " WHERE topic = ? AND seen_at > ?", (row) -> row.getLong(1),
					List.of(topic, expiry(now)))
			.get(0);
	}

	public List<ActiveConsumer> list(Session session, String topic, Instant now) {
		return session.query("SELECT * FROM " + this.table + " WHERE topic = ? AND seen_at > ? ORDER BY id LIMIT "
				+ JobStoreInspector.MAX_CONSUMERS, (row) -> read(row, topic), List.of(topic, expiry(now)));
	}

	private static long expiry(Instant now) {
		return now.minus(JobStore.CONSUMER_EXPIRY).toEpochMilli();
	}

	private static ActiveConsumer read(ResultSet row, String topic) throws SQLException {
		String rateLimit = row.getString("rate_limit");
		ReserveTerms terms = new ReserveTerms(Duration.ofMillis(row.getLong("ttr")), row.getInt("max_attempts"),
				row.getInt("failure_attempts"), (rateLimit != null) ? RateLimit.of(rateLimit) : null);
		ConsumerOrigin origin = new ConsumerOrigin(text(row, "application"), text(row, "host"), text(row, "listener"));
		return new ActiveConsumer(
				new ConsumerRegistration(topic, text(row, "id"), origin,
						new ConsumerTerms(row.getInt("concurrency"), terms)),
				Instant.ofEpochMilli(row.getLong("since")), Instant.ofEpochMilli(row.getLong("seen_at")));
	}

	private static String text(ResultSet row, String column) throws SQLException {
		return Objects.requireNonNull(row.getString(column));
	}

}
