// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc;

import org.springframework.dao.CannotAcquireLockException;

import io.delay.jdbc.inspect.TopicStatusReader;
import io.delay.jdbc.work.Work;
import io.delay.jdbc.work.Works;
import io.delay.store.admin.ForgetResult;
import io.delay.store.admin.TopicStatus;

/**
 * Forgets topics. A topic that has jobs is listed even if it is not stored. A job that is
 * submitted while its topic is being forgotten is therefore not lost.
 */
final class Forgetting {

	private final Works works;

	Forgetting(Works works) {
		this.works = works;
	}

	ForgetResult forget(String topic) {
		// Otherwise another thread could store them after the deletion
		this.works.counters().write();
		try {
			ForgetResult result = this.works.shared((work) -> forget(work, topic));
			if (result.forgotten()) {
				this.works.forget(topic);
			}
			return result;
		}
		catch (CannotAcquireLockException ex) {
			// A topic that another transaction has locked is in use
			return new ForgetResult(false, this.works.own((work) -> status(work, topic)));
		}
	}

	private static ForgetResult forget(Work work, String topic) {
		boolean stored = work.tables().topics().find(work.session(), topic, true) != null;
		TopicStatus found = status(work, topic);
		boolean forgotten = stored && found.isUnused();
		if (forgotten) {
			work.tables().topics().delete(work.session(), topic);
			work.tables().counters().delete(work.session(), topic);
			work.tables().runs().delete(work.session(), topic);
		}
		return new ForgetResult(forgotten, found);
	}

	private static TopicStatus status(Work work, String topic) {
		return new TopicStatusReader(work, topic).read(null);
	}

}
