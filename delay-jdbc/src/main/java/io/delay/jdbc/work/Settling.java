// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.work;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataAccessException;

import io.delay.jdbc.table.JobColumns;
import io.delay.jdbc.table.JobTable.Lock;
import io.delay.store.Lease;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.store.Touch;
import io.delay.store.life.JobTransitions;
import io.delay.store.life.StagedJob;

/**
 * Settles and touches jobs.
 */
public final class Settling {

	/** In milliseconds. The pauses of a settlement add up to less than twice as long. */
	private static final int LONGEST_PAUSE = 8;

	private final Works works;

	public Settling(Works works) {
		this.works = works;
	}

	/**
	 * End leases. Jobs that another transaction has locked are left out, because such a
	 * transaction can be one of the application and last longer than the leases of the
	 * other jobs. They are tried again a few times, because a reserve that read a job
	 * before it was reserved locks it for a moment.
	 * @return the results in their order, {@link SettleResult#UNREACHABLE} if another
	 * transaction has locked the job
	 */
	public List<SettleResult> settle(List<Settlement> settlements) {
		List<SettleResult> results = new ArrayList<>(Collections.nCopies(settlements.size(), SettleResult.UNREACHABLE));
		try {
			acknowledge(settlements, results);
			for (int pause = 0; pause < LONGEST_PAUSE
					&& results.contains(SettleResult.UNREACHABLE); pause = 2 * pause + 1) {
				LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(pause));
				settleUnreachable(settlements, results);
			}
		}
		catch (DataAccessException ex) {
			// The results of the others count. The outcome of these can be unknown, so
			// the caller repeats them
			if (results.stream().allMatch(SettleResult.UNREACHABLE::equals)) {
				throw ex;
			}
		}
		return results;
	}

	// Acks that need nothing of their jobs delete them without reading them. Other
	// settlements of the same lease follow
	private void acknowledge(List<Settlement> settlements, List<SettleResult> results) {
		Map<String, SortedMap<String, Integer>> topics = new TreeMap<>();
		Set<Lease> settled = new HashSet<>();
		for (int i = 0; i < settlements.size(); i++) {
			Lease lease = settlements.get(i).lease();
			if (settled.add(lease) && isDelete(settlements.get(i))) {
				topics.computeIfAbsent(lease.topic(), (topic) -> new TreeMap<>()).putIfAbsent(lease.id(), i);
			}
		}
		topics.forEach((topic, acks) -> {
			SortedMap<String, String> tokens = new TreeMap<>();
			acks.forEach((id, index) -> tokens.put(id, settlements.get(index).lease().token()));
			delete(topic, tokens).forEach((id) -> results.set(Objects.requireNonNull(acks.get(id)), SettleResult.DONE));
		});
	}

	private boolean isDelete(Settlement settlement) {
		return settlement instanceof Settlement.Ack && !this.works.isHistoryKept(settlement.lease().topic());
	}

	private List<String> delete(String topic, SortedMap<String, String> tokens) {
		try {
			return this.works.acknowledging((work) -> {
				List<String> deleted = work.tables()
					.jobs()
					.deleteHeld(work.session(), topic, tokens, this.works.sessions().canReturnDeleted());
				new JobTransitions(work.topic(topic), work.transaction()).acknowledged(deleted.size());
				return deleted;
			});
		}
		catch (CannotAcquireLockException ex) {
			return List.of();
		}
	}

	private void settleUnreachable(List<Settlement> settlements, List<SettleResult> results) {
		int[] left = IntStream.range(0, results.size())
			.filter((i) -> results.get(i) == SettleResult.UNREACHABLE)
			.toArray();
		List<SettleResult> tried = settleUnlocked(IntStream.of(left).mapToObj(settlements::get).toList());
		for (int i = 0; i < left.length; i++) {
			results.set(left[i], tried.get(i));
		}
	}

	private List<SettleResult> settleUnlocked(List<Settlement> settlements) {
		return this.works.own((work) -> withLockedJobs(work, settlements.stream().map(Settlement::lease).toList(),
				settle(work, settlements, Lock.SKIP)));
	}

	private static List<SettleResult> settle(Work work, List<Settlement> settlements, Lock lock) {
		JobColumns depth = settlements.stream().anyMatch(Settling::isFailure) ? JobColumns.DETAILS : JobColumns.PLAIN;
		ids(settlements.stream().map(Settlement::lease).toList()).forEach((topic, ids) -> {
			TopicWork jobs = work.topic(topic);
			jobs.load(ids, jobs.arePayloadsKept() ? JobColumns.ALL : depth, lock);
		});
		List<SettleResult> results = settlements.stream()
			.map((settlement) -> transitions(work, settlement.lease()).settle(settlement))
			.toList();
		work.flush();
		return results;
	}

	public SettleResult settleJoining(Settlement settlement) {
		if (!this.works.sessions().isJoining()) {
			throw new IllegalStateException("A job can be settled in a transaction only if the transaction manager "
					+ "manages the data source of the jobs");
		}
		if (isDelete(settlement)) {
			return this.works.acknowledgingJoined((work) -> acknowledge(work, settlement.lease()));
		}
		return this.works.settling((work) -> settle(work, List.of(settlement), Lock.WAIT).get(0));
	}

	private static SettleResult acknowledge(Work work, Lease lease) {
		int deleted = work.tables().jobs().deleteHeld(work.session(), lease);
		transitions(work, lease).acknowledged(deleted);
		return (deleted > 0) ? SettleResult.DONE : SettleResult.LEASE_LOST;
	}

	private static boolean isFailure(Settlement settlement) {
		return settlement instanceof Settlement.Fail || settlement instanceof Settlement.Bury;
	}

	/**
	 * Extend leases, or report that their workers are running. Jobs that another
	 * transaction has locked are left out, because such a transaction can be one of the
	 * application and last long.
	 * @return the results in their order, {@link SettleResult#UNREACHABLE} if another
	 * transaction has locked the job
	 */
	public List<SettleResult> touch(List<Touch> touches) {
		List<Lease> leases = touches.stream().map(Touch::lease).toList();
		return this.works.repeatable((work) -> {
			ids(leases).forEach((topic, ids) -> work.topic(topic).load(ids, JobColumns.PLAIN, Lock.SKIP));
			List<SettleResult> results = touches.stream()
				.map((touch) -> transitions(work, touch.lease()).touch(touch))
				.toList();
			work.flush();
			return withLockedJobs(work, leases, results);
		});
	}

	// The lease of a job that could not be read may have ended, or the job is locked
	private static List<SettleResult> withLockedJobs(Work work, List<Lease> leases, List<SettleResult> results) {
		Set<Lease> missing = new LinkedHashSet<>();
		for (int i = 0; i < leases.size(); i++) {
			Lease lease = leases.get(i);
			if (results.get(i) == SettleResult.LEASE_LOST && !work.topic(lease.topic()).isStored(lease.id())) {
				missing.add(lease);
			}
		}
		ids(missing).forEach((topic, ids) -> work.topic(topic).look(ids));
		return IntStream.range(0, leases.size())
			.mapToObj((i) -> (missing.contains(leases.get(i)) && isHeld(work, leases.get(i))) ? SettleResult.UNREACHABLE
					: results.get(i))
			.toList();
	}

	private static boolean isHeld(Work work, Lease lease) {
		StagedJob job = work.topic(lease.topic()).get(lease.id());
		return job != null && job.isHeldBy(lease.token());
	}

	/**
	 * Hand back the jobs that were reserved with a token. The leases of those that
	 * another transaction has locked end after their TTR.
	 * @return the number of jobs
	 */
	public int handBack(String topic, String token) {
		List<Settlement> settlements = this.works.own((work) -> work.tables()
			.jobs()
			.held(work.session(), topic, token)
			.stream()
			.<Settlement>map((id) -> new Settlement.HandBack(new Lease(topic, id, token)))
			.toList());
		return Collections.frequency(settle(settlements), SettleResult.DONE);
	}

	private static Map<String, List<String>> ids(Collection<Lease> leases) {
		Map<String, List<String>> topics = new TreeMap<>();
		leases.forEach((lease) -> topics.computeIfAbsent(lease.topic(), (topic) -> new ArrayList<>()).add(lease.id()));
		return topics;
	}

	private static JobTransitions transitions(Work work, Lease lease) {
		return new JobTransitions(work.topic(lease.topic()), work.transaction());
	}

}
