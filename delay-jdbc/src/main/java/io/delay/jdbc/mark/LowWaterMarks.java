// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.mark;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * The scores below which the places of topics are known to be empty, so that a reserve
 * does not walk through the index entries of jobs that were taken before.
 * <p>
 * Other instances can commit jobs below a mark. Therefore some reads begin earlier. A
 * recent read takes place once a second, and finds what was stored since the recent read
 * before, by transactions that were open for up to two seconds. After a notification, the
 * next reserve reads the waiting jobs in this way. What longer transactions have stored,
 * and jobs that got back an earlier place, are found by a sweep from the beginning. It is
 * repeated less often if it is slow, because PostgreSQL keeps the index entries of all
 * jobs that have ended since the oldest snapshot of an open transaction.
 */
public final class LowWaterMarks {

	private final Map<String, TopicMarks> topics = new ConcurrentHashMap<>();

	private final LongSupplier nanoTime;

	public LowWaterMarks(LongSupplier nanoTime) {
		this.nanoTime = nanoTime;
	}

	// 'recent' asks for a recent read even if there was one, 'sweeping' allows a sweep if
	// one is due
	public Read begin(String topic, long now, long arrivals, boolean recent, boolean sweeping) {
		return this.topics.computeIfAbsent(topic, (key) -> new TopicMarks())
			.begin(this.nanoTime.getAsLong(), now, arrivals, recent, sweeping);
	}

	public boolean isSlow(String topic) {
		TopicMarks marks = this.topics.get(topic);
		return marks != null && marks.isSlow();
	}

	public boolean isDue(String topic) {
		TopicMarks marks = this.topics.get(topic);
		return marks == null || marks.isDue(this.nanoTime.getAsLong());
	}

	// Another thread may have begun to read since; then a mark is only lowered, to a job
	// that was found below it. Must be called after the commit of the transaction that
	// has read
	public void found(String topic, Read read, List<@Nullable Long> heads) {
		TopicMarks marks = this.topics.get(topic);
		if (marks != null) {
			marks.found(read, this.nanoTime.getAsLong(), heads);
		}
	}

	public void lower(String topic, int place, long score) {
		TopicMarks marks = this.topics.get(topic);
		if (marks != null) {
			marks.lower(Heads.PLACES.indexOf(place), score);
		}
	}

	public void forget(String topic) {
		this.topics.remove(topic);
	}

	/**
	 * A read of the places of a topic, in the order of {@link Heads#PLACES}.
	 *
	 * @param from the score from which on each place is read
	 * @param endFrom the score from which on the leases are read that end about now,
	 * {@code null} if they are not read. Between these and a mark, there can be the
	 * entries of all jobs that were acknowledged within their TTR.
	 * @param marks the marks at its beginning
	 * @param sweep whether it is a sweep
	 * @param nanos when it began
	 * @param now the score of the time of the store
	 * @param arrivals the number of notifications whose jobs it looks for, {@code null}
	 * if it looks for none
	 */
	public record Read(List<Long> from, @Nullable Long endFrom, List<Long> marks, boolean sweep, long nanos, long now,
			@Nullable Long arrivals) {

	}

}
