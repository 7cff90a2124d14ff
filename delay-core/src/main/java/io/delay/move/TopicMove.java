// SPDX-License-Identifier: Apache-2.0

package io.delay.move;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;

import io.delay.job.JobRules;
import io.delay.job.JobState;
import io.delay.store.HostName;
import io.delay.store.LeaseTokens;
import io.delay.store.ReserveMode;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveTerms;
import io.delay.store.ReservedJob;
import io.delay.store.Settlement;
import io.delay.store.StoredJob;
import io.delay.store.admin.ActiveConsumer;
import io.delay.store.admin.JobCopies;
import io.delay.store.admin.JobPage;
import io.delay.store.admin.JobPageRequest;
import io.delay.store.admin.JobPosition;
import io.delay.store.admin.TopicPause;

/**
 * Moves the jobs of one topic that no application uses: its leases are ended, and then
 * each job is stored in the target before it is removed from the source. If a move is
 * interrupted, another one continues it. Internal to Delay: may change without notice.
 *
 * @since 0.1.0
 * @hidden
 */
public final class TopicMove {

	// Ordered so that a job that becomes ready during the move is found.
	private static final List<JobState> MOVED_STATES = List.of(JobState.DELAYED, JobState.READY, JobState.FAILED);

	private static final int EXAMPLES = 5;

	// A store without a fence can change meanwhile, so that a pass moves nothing.
	private static final int IDLE_PASSES = 3;

	// A short TTR, for which the next move waits if this one is killed, and a failure
	// handler, so that no job that waits for one is buried.
	private static final ReserveTerms TERMS = new ReserveTerms(Duration.ofSeconds(1), JobRules.MAX_ATTEMPTS,
			JobRules.MAX_ATTEMPTS);

	private final String topic;

	private final MoveStore source;

	private final MoveStore target;

	private final MoveProgress progress;

	public TopicMove(String topic, MoveStore source, MoveStore target, MoveProgress progress) {
		this.topic = topic;
		this.source = source;
		this.target = target;
		this.progress = progress;
	}

	public static void checkUnused(String topic, List<ActiveConsumer> consumers) {
		if (!consumers.isEmpty()) {
			throw new JobMoveException("Topic '" + topic + "' cannot be moved while consumers use it: "
					+ consumers.stream().map((consumer) -> consumer.consumer().origin().host()).distinct().toList()
					+ ". Stop these instances. After a crash, wait up to 3 minutes, until their registrations expire",
					null);
		}
	}

	// Jobs with other ids stay.
	public void run(Predicate<String> leaving) {
		int idlePasses = 0;
		long staying;
		long left;
		do {
			endLeases();
			long moved = this.progress.moved();
			staying = MOVED_STATES.stream().mapToLong((state) -> copy(state, leaving)).sum();
			left = this.source.inspector()
				.statusWithoutSizes(this.topic)
				.counts()
				.values()
				.stream()
				.mapToLong(Long::longValue)
				.sum();
			idlePasses = (this.progress.moved() > moved) ? 0 : idlePasses + 1;
		}
		while (left > staying && idlePasses < IDLE_PASSES);
		if (left > staying) {
			throw new JobMoveException((left - staying) + " jobs of topic '" + this.topic + "' are still in "
					+ this.source.name() + ", because they change meanwhile. Stop all instances that use it", null);
		}
	}

	// Only a reserve ends expired leases, and records the failed attempts
	private void endLeases() {
		long before = Long.MAX_VALUE;
		long reserved = reserved();
		while (reserved > 0) {
			if (reserved >= before && !this.progress.pause()) {
				throw new JobMoveException("Could not move the jobs of topic '" + this.topic + "' from "
						+ this.source.name() + ", because " + reserved + " jobs did not become free within "
						+ this.progress.timeout() + ", for example " + examples() + ". Number of jobs moved: "
						+ this.progress.moved(), null);
			}
			this.progress.beforeChange();
			endExpired();
			before = reserved;
			reserved = reserved();
			if (reserved < before) {
				this.progress.progressed();
			}
		}
	}

	private long reserved() {
		return this.source.inspector().count(this.topic, JobState.RESERVED);
	}

	private List<String> examples() {
		return this.source.inspector()
			.page(new JobPageRequest(this.topic, JobState.RESERVED, null, EXAMPLES))
			.jobs()
			.stream()
			.map((job) -> "job '" + job.id() + "'" + ((job.holder() != null) ? " held by " + job.holder().host() : ""))
			.toList();
	}

	// A paused topic hands out no jobs. If the process is killed before the pause is
	// restored, the target still has it
	private void endExpired() {
		TopicPause pause = this.source.inspector().statusWithoutSizes(this.topic).pause();
		if (pause != null) {
			this.source.administrator().resume(this.topic);
		}
		try {
			List<ReservedJob> jobs = this.source.store()
				.reserve(new ReserveRequest(this.topic, new LeaseTokens(HostName.resolve()).next(),
						ReserveRequest.MAX_LIMIT, TERMS, ReserveMode.LISTEN_ISOLATED))
				.jobs();
			this.source.store()
				.settle(jobs.stream().<Settlement>map((job) -> new Settlement.HandBack(job.lease())).toList());
		}
		finally {
			if (pause != null) {
				this.source.administrator().pause(this.topic, pause.by());
			}
		}
	}

	private long copy(JobState state, Predicate<String> leaving) {
		long staying = 0;
		JobPosition after = null;
		do {
			JobPage page = this.source.inspector()
				.page(new JobPageRequest(this.topic, state, after, JobPageRequest.MAX_LIMIT));
			List<StoredJob> jobs = page.jobs()
				.stream()
				.filter((job) -> leaving.test(job.id()) && this.progress.isReadable(job))
				.toList();
			staying += page.jobs().size() - jobs.size();
			move(jobs.stream().map(this::complete).filter(Objects::nonNull).toList());
			after = page.next();
		}
		while (after != null);
		return staying;
	}

	// Lists contain neither stack traces nor earlier failures
	private @Nullable StoredJob complete(StoredJob listed) {
		return (listed.failures() == null) ? listed
				: this.source.inspector().find(this.topic, listed.id()).filter(JobCopies::isPossible).orElse(null);
	}

	private void move(List<StoredJob> jobs) {
		if (jobs.isEmpty()) {
			return;
		}
		JobCopies copies = new JobCopies(this.topic, jobs);
		this.progress.beforeChange();
		Set<String> stored;
		try {
			stored = this.target.administrator().insert(copies);
		}
		catch (DataAccessException ex) {
			if (jobs.size() == 1) {
				throw new JobMoveException("Could not store job '" + jobs.get(0).id() + "' of topic '" + this.topic
						+ "' in " + this.target.name() + ": " + ex.getMessage(), ex);
			}
			// Finds the job that cannot be stored
			jobs.forEach((job) -> move(List.of(job)));
			return;
		}
		this.progress.beforeChange();
		Set<String> removed = this.source.administrator().removeUnchanged(copies);
		withdraw(stored.stream().filter((id) -> !removed.contains(id)).toList());
		this.progress.moved(this.topic, removed.size(), removed.stream().filter((id) -> !stored.contains(id)).toList());
	}

	// The jobs have become ready since they were read, or were changed because there is
	// no fence. They are copied again in their present state
	private void withdraw(List<String> outdated) {
		List<StoredJob> copies = outdated.stream()
			.flatMap((id) -> this.target.inspector().find(this.topic, id).stream())
			.filter(JobCopies::isPossible)
			.toList();
		this.target.administrator().removeUnchanged(new JobCopies(this.topic, copies));
	}

}
