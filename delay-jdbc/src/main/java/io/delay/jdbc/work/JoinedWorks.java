// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.work;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The work that was done in a transaction of the caller and has effects outside the
 * database, such as wake-ups, once this transaction has been committed.
 */
final class JoinedWorks implements TransactionSynchronization {

	private static final Log logger = LogFactory.getLog(JoinedWorks.class);

	private final Works works;

	/** What follows the commit, together for all work between two savepoints. */
	private final List<Work> done = new ArrayList<>();

	/** The size of the list when each savepoint was set. */
	private final Map<Object, Integer> savepoints = new HashMap<>();

	/** The size of the list when the last savepoint was set or rolled back to. */
	private int fixed;

	private JoinedWorks(Works works) {
		this.works = works;
	}

	static JoinedWorks of(Works works) {
		for (TransactionSynchronization each : TransactionSynchronizationManager.getSynchronizations()) {
			if (each instanceof JoinedWorks joined && joined.works == works) {
				return joined;
			}
		}
		JoinedWorks joined = new JoinedWorks(works);
		TransactionSynchronizationManager.registerSynchronization(joined);
		return joined;
	}

	void add(Work work) {
		if (this.done.size() == this.fixed) {
			this.done.add(work.withoutJobs());
		}
		this.done.get(this.done.size() - 1).addEffects(work);
	}

	@Override
	public void savepoint(Object savepoint) {
		this.fixed = this.done.size();
		this.savepoints.put(savepoint, this.fixed);
	}

	@Override
	public void savepointRollback(Object savepoint) {
		this.fixed = Math.min(this.savepoints.getOrDefault(savepoint, 0), this.done.size());
		this.done.subList(this.fixed, this.done.size()).clear();
	}

	@Override
	public void afterCommit() {
		List<Work> committed = List.copyOf(this.done);
		this.done.clear();
		this.fixed = 0;
		committed.forEach(this.works::committed);
	}

	// Work remains if the first of this transaction followed its commit. Nothing else
	// would commit it
	@Override
	public void afterCompletion(int status) {
		if (status != STATUS_COMMITTED || this.done.isEmpty()) {
			return;
		}
		try {
			this.works.sessions().commitJoined();
		}
		catch (DataAccessException ex) {
			logger.error("Changes of jobs of topics " + topics() + " that a TransactionSynchronization made after "
					+ "its transaction had committed may not be stored. Make them in a transaction with the "
					+ "propagation REQUIRES_NEW, or register a JdbcTransactionListener at the transaction manager", ex);
			return;
		}
		afterCommit();
	}

	private Set<String> topics() {
		Set<String> topics = new TreeSet<>();
		this.done.forEach((work) -> work.topics().forEach((topic) -> topics.add(topic.topic())));
		return topics;
	}

}
