// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.mark;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

import io.delay.jdbc.table.Place;

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

	/**
	 * The low-water marks of one topic, in the order of {@link Heads#PLACES}.
	 * <p>
	 * Between two sweeps there is a pause, which is 50 times as long as the sweep took,
	 * but at least a second and at most a minute. It at most doubles with each sweep,
	 * because one can also be slow by chance, and doubles with each one that fails.
	 */
	private static final class TopicMarks {

		private static final long SHORTEST_PAUSE = Duration.ofSeconds(1).toNanos();

		private static final long LONGEST_PAUSE = Duration.ofMinutes(1).toNanos();

		private static final int PAUSE_FACTOR = 50;

		private static final int MOST_UNENDED = 6;

		/** Longer than nearly all transactions that submit are open. */
		private static final long LONG_SUBMIT = Duration.ofSeconds(2).toMillis();

		/**
		 * Longer than most transactions that submit are open. It is shorter, because each
		 * read of an empty place walks through the entries of this time.
		 */
		private static final long SUBMIT = Duration.ofSeconds(1).toMillis();

		private final List<Long> marks = new ArrayList<>(Collections.nCopies(Heads.PLACES.size(), 0L));

		/**
		 * The lowest score that was written in each place since a thread last began to
		 * read, which it may not have seen.
		 */
		private final List<Long> written = new ArrayList<>(Collections.nCopies(Heads.PLACES.size(), Long.MAX_VALUE));

		private @Nullable Read last;

		/** When a recent read or a sweep last began. */
		private long recentAt;

		/** When a sweep last began or ended. */
		private long sweptAt;

		private long pause = SHORTEST_PAUSE;

		/** How many sweeps have begun since the last one ended. They may have failed. */
		private int unended;

		/** The score of the time at which the last such read began that was committed. */
		private long seen;

		private long arrivals;

		synchronized boolean isSlow() {
			return pause() > SHORTEST_PAUSE;
		}

		synchronized boolean isDue(long nanos) {
			return this.last == null || nanos - this.sweptAt > pause();
		}

		private long pause() {
			return Math.min(this.pause << this.unended, LONGEST_PAUSE);
		}

		synchronized Read begin(long nanos, long now, long present, boolean recent, boolean sweeping) {
			if (this.last == null) {
				this.seen = now;
			}
			boolean sweep = this.last == null || (sweeping && isDue(nanos));
			boolean reachesBack = sweep || recent || nanos - this.recentAt > SHORTEST_PAUSE;
			boolean arrived = present != this.arrivals;
			long back = Math.min(this.seen, now) - LONG_SUBMIT;
			List<Long> from = new ArrayList<>(this.marks);
			for (int i = 0; i < from.size(); i++) {
				long lowest = (!isLeased(i) && (reachesBack || arrived)) ? back : from.get(i);
				from.set(i, sweep ? 0 : Math.min(from.get(i), lowest));
			}
			Collections.fill(this.written, Long.MAX_VALUE);
			this.recentAt = reachesBack ? nanos : this.recentAt;
			if (sweep) {
				this.sweptAt = nanos;
				this.unended = Math.min(this.unended + 1, MOST_UNENDED);
			}
			this.last = new Read(from, (reachesBack && !sweep) ? back : null, List.copyOf(this.marks), sweep, nanos,
					now, arrived ? present : null);
			return this.last;
		}

		synchronized void found(Read read, long nanos, List<@Nullable Long> heads) {
			for (int i = 0; i < heads.size(); i++) {
				Long head = heads.get(i);
				if (read == this.last) {
					this.marks.set(i, Math.min((head != null) ? head : empty(i, read), this.written.get(i)));
				}
				// A thread that another has overtaken may have found what the other does
				// not read
				else if (head != null && head < read.marks().get(i)) {
					lower(i, head);
				}
			}
			if (read.sweep()) {
				long wanted = Math.max((nanos - read.nanos()) * PAUSE_FACTOR, SHORTEST_PAUSE);
				this.pause = Math.min(Math.min(wanted, 2 * this.pause), LONGEST_PAUSE);
				this.sweptAt = nanos;
				this.unended = 0;
			}
			this.seen = (read.sweep() || read.endFrom() != null) ? read.now() : this.seen;
			this.arrivals = (read.arrivals() != null) ? read.arrivals() : this.arrivals;
		}

		// Until which score an empty place need not be read. Jobs that other instances
		// submit become ready later, unless their transactions take long. Their leases
		// end at any time, and recent reads find these.
		private static long empty(int index, Read read) {
			return isLeased(index) ? Long.MAX_VALUE : read.now() - SUBMIT;
		}

		private static boolean isLeased(int index) {
			return Place.LEASED.contains(Heads.PLACES.get(index));
		}

		synchronized void lower(int index, long score) {
			if (index >= 0) {
				this.marks.set(index, Math.min(this.marks.get(index), score));
				this.written.set(index, Math.min(this.written.get(index), score));
			}
		}

	}

}
