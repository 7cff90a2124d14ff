// SPDX-License-Identifier: Apache-2.0

package io.delay.store.memory;

import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

import io.delay.job.DueTime;
import io.delay.job.JobState;
import io.delay.job.SubmitResult;
import io.delay.store.ConsumerRegistration;
import io.delay.store.FailureReason;
import io.delay.store.JobStore;
import io.delay.store.Lease;
import io.delay.store.LookAhead;
import io.delay.store.NewJob;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.store.StoredJob;
import io.delay.store.Touch;
import io.delay.store.WakeUpListener;
import io.delay.store.WakeUpSubscription;
import io.delay.store.admin.ActiveConsumer;
import io.delay.store.admin.AuditPage;
import io.delay.store.admin.EditResult;
import io.delay.store.admin.FailedJob;
import io.delay.store.admin.FailedJobPage;
import io.delay.store.admin.FailedRetention;
import io.delay.store.admin.ForecastRequest;
import io.delay.store.admin.ForgetResult;
import io.delay.store.admin.JobCopies;
import io.delay.store.admin.JobEdit;
import io.delay.store.admin.JobPage;
import io.delay.store.admin.JobPageRequest;
import io.delay.store.admin.JobPosition;
import io.delay.store.admin.JobStoreAdministrator;
import io.delay.store.admin.JobStoreInspector;
import io.delay.store.admin.Operator;
import io.delay.store.admin.PageOrder;
import io.delay.store.admin.TopicPause;
import io.delay.store.admin.TopicStatus;
import io.delay.store.history.HistoryLimits;
import io.delay.store.history.HistorySettings;
import io.delay.store.history.RunPage;
import io.delay.store.history.RunPageRequest;
import io.delay.store.life.JobAdministration;
import io.delay.store.life.JobTransitions;
import io.delay.store.life.Reservation;
import io.delay.store.life.StoreTransaction;
import io.delay.store.throughput.TopicThroughput;

/**
 * A job store in the memory of one JVM, for tests and demos. Everything is lost when the
 * JVM exits. One lock guards all jobs, and every call is one atomic transaction.
 *
 * @since 0.1.0
 */
public final class MemoryJobStore implements JobStore, JobStoreInspector, JobStoreAdministrator {

	private final MemoryClock clock;

	private final Map<String, MemoryTopic> topics = new HashMap<>();

	private final MemoryConsumers consumers = new MemoryConsumers();

	private final WakeUps wakeUps = new WakeUps();

	// Whether jobs can be reserved before they are due.
	private final boolean lookingAhead;

	private final HistorySettings history;

	/**
	 * Create an empty store that uses the system clock.
	 */
	public MemoryJobStore() {
		this(HistorySettings.OFF);
	}

	/**
	 * Create an empty store that uses the system clock.
	 * @param history which topics keep a history of finished runs
	 */
	public MemoryJobStore(HistorySettings history) {
		this(InstantSource.system(), history, true);
	}

	/**
	 * Create an empty store.
	 * @param clock the only clock that determines which jobs are due. Tests should start
	 * it at a whole millisecond, because due times are rounded up to whole milliseconds
	 * so that no job is early. If the clock is set back by up to a minute, ready jobs
	 * stay ready, and new delays are late until the clock has caught up. After setting
	 * the clock, call {@link #clockChanged()}. No job is reserved before it is due,
	 * because consumers would start its handler according to the system clock
	 */
	public MemoryJobStore(InstantSource clock) {
		this(clock, HistorySettings.OFF);
	}

	/**
	 * Create an empty store.
	 * @param clock the clock, as for {@link #MemoryJobStore(InstantSource)}
	 * @param history which topics keep a history of finished runs
	 */
	public MemoryJobStore(InstantSource clock, HistorySettings history) {
		this(clock, history, false);
	}

	// Allows tests of the store to look ahead with a clock that they set.
	MemoryJobStore(InstantSource clock, HistorySettings history, boolean lookingAhead) {
		Assert.notNull(clock, "'clock' must not be null");
		Assert.notNull(history, "'history' must not be null");
		this.clock = new MemoryClock(clock);
		this.history = history;
		this.lookingAhead = lookingAhead;
	}

	/**
	 * Make all consumers reserve now because the clock was set. Consumers wait for the
	 * next event according to the system clock, so without this call they notice newly
	 * due jobs only at their next safety check, up to 18 seconds later.
	 */
	public void clockChanged() {
		this.wakeUps.sendAll();
	}

	/**
	 * Return the time of the next event of a topic and the id of its job, so that tests
	 * can set the clock to that time.
	 * @return the time at which the earliest waiting job becomes or became ready, or at
	 * which the earliest lease ends, with the id of that job; empty if the topic is
	 * paused or has neither waiting nor reserved jobs
	 */
	public Optional<JobPosition> nextEvent(String topic) {
		return atomically((transaction) -> Optional.ofNullable(topic(topic).next())
			.filter((job) -> !topic(topic).isPaused())
			.map((job) -> new JobPosition(job.score(), job.id())));
	}

	/**
	 * Remove all jobs, topics and pauses, as if the store were new. Leases become void.
	 * Consumers stay registered.
	 */
	public void clear() {
		atomically((transaction) -> {
			this.topics.clear();
			this.clock.forget();
			return true;
		});
	}

	@Override
	public List<SubmitResult> submit(List<NewJob> jobs) {
		return atomically((transaction) -> jobs.stream()
			.map((job) -> new JobTransitions(used(job.topic()), transaction).submit(job))
			.toList());
	}

	@Override
	public ReserveResult reserve(ReserveRequest request) {
		ReserveRequest present = this.lookingAhead ? request : new ReserveRequest(request.topic(), request.token(),
				request.limit(), request.terms(), request.mode());
		return atomically((transaction) -> new Reservation(used(present.topic()), present, transaction).make());
	}

	@Override
	public List<SettleResult> settle(List<Settlement> settlements) {
		return atomically((transaction) -> settlements.stream()
			.map((settlement) -> new JobTransitions(topic(settlement.lease().topic()), transaction).settle(settlement))
			.toList());
	}

	@Override
	public List<SettleResult> touch(List<Touch> touches) {
		return atomically((transaction) -> touches.stream()
			.map((touch) -> new JobTransitions(topic(touch.lease().topic()), transaction).touch(touch))
			.toList());
	}

	@Override
	public Duration longestLookAhead() {
		return LookAhead.MAX_WINDOW;
	}

	@Override
	public List<SettleResult> check(List<Lease> leases) {
		return atomically((transaction) -> leases.stream()
			.map((lease) -> new JobTransitions(topic(lease.topic()), transaction).check(lease))
			.toList());
	}

	@Override
	public int handBack(String topic, String token) {
		return atomically(
				(transaction) -> new JobTransitions(topic(topic), transaction).handBack(topic(topic).heldBy(token)));
	}

	@Override
	public Optional<JobState> cancel(String topic, String id) {
		return cancel(topic, List.of(id)).get(0);
	}

	@Override
	public Optional<JobState> reschedule(String topic, String id, DueTime dueTime) {
		return reschedule(topic, List.of(id), dueTime).get(0);
	}

	@Override
	public WakeUpSubscription subscribe(String topic, WakeUpListener listener) {
		return this.wakeUps.subscribe(topic, listener);
	}

	@Override
	public void announce(ConsumerRegistration consumer) {
		atomically((transaction) -> {
			this.consumers.announce(consumer, transaction.time());
			return true;
		});
	}

	@Override
	public void withdraw(String topic, String id) {
		atomically((transaction) -> this.consumers.withdraw(topic, id));
	}

	@Override
	public List<ActiveConsumer> consumers(String topic) {
		return atomically((transaction) -> this.consumers.of(topic, transaction.time()));
	}

	@Override
	public Optional<StoredJob> find(String topic, String id) {
		return atomically((transaction) -> Optional.ofNullable(topic(topic).get(id))
			.map((job) -> job.stored(transaction.time())));
	}

	@Override
	public TopicStatus status(String topic) {
		return atomically((transaction) -> status(topic, transaction));
	}

	private TopicStatus status(String topic, StoreTransaction transaction) {
		return new MemoryInspection(topic(topic), transaction.time())
			.status(this.consumers.of(topic, transaction.time()).size());
	}

	@Override
	public JobPage page(JobPageRequest request) {
		return inspect(request.topic(), (inspection) -> inspection.page(request));
	}

	@Override
	public RunPage runs(RunPageRequest request) {
		return atomically((transaction) -> topic(request.topic()).runs().page(request));
	}

	@Override
	public FailedJobPage failures(String topic, @Nullable JobPosition after, int limit) {
		return inspect(topic, (inspection) -> inspection
			.failures(new JobPageRequest(topic, JobState.FAILED, PageOrder.NEWEST_FIRST, after, limit)));
	}

	@Override
	public List<Long> forecast(ForecastRequest request) {
		return inspect(request.topic(), (inspection) -> inspection.forecast(request));
	}

	@Override
	public TopicThroughput throughput(String topic) {
		return atomically((transaction) -> topic(topic).counters().throughput(transaction.time()));
	}

	@Override
	public AuditPage audit(String topic, @Nullable String step) {
		return inspect(topic, (inspection) -> inspection.audit(step));
	}

	@Override
	public List<Optional<JobState>> kick(String topic, List<String> ids, DueTime dueTime) {
		return administer(topic, (administration) -> administration.kick(ids, dueTime));
	}

	@Override
	public int kickOldest(String topic, int limit, DueTime dueTime) {
		return administer(topic, (administration) -> administration
			.kick(topic(topic).oldestFailed(JobAdministration.checkLimit(limit)), dueTime));
	}

	@Override
	public int kickUnchanged(String topic, List<FailedJob> jobs, List<DueTime> dueTimes) {
		return administer(topic, (administration) -> administration.kickUnchanged(jobs, dueTimes));
	}

	@Override
	public int cancelUnchanged(String topic, List<FailedJob> jobs) {
		return administer(topic, (administration) -> administration.cancelUnchanged(jobs));
	}

	@Override
	public List<Optional<JobState>> bury(String topic, List<String> ids, FailureReason reason) {
		return administer(topic, (administration) -> administration.bury(ids, reason));
	}

	@Override
	public List<Optional<JobState>> cancel(String topic, List<String> ids) {
		return administer(topic, (administration) -> administration.cancel(ids));
	}

	@Override
	public List<Optional<JobState>> reschedule(String topic, List<String> ids, DueTime dueTime) {
		return administer(topic, (administration) -> administration.reschedule(ids, dueTime));
	}

	@Override
	public EditResult edit(String topic, String id, JobEdit edit) {
		return administer(topic, (administration) -> administration.edit(id, edit));
	}

	@Override
	public int purge(String topic, JobState state, int limit) {
		return atomically((transaction) -> new JobAdministration(topic(topic), transaction)
			.purge(topic(topic).in(state, transaction.time()).limit(JobAdministration.checkLimit(limit)).toList()));
	}

	@Override
	public int dropFailed(String topic, FailedRetention retention, int limit) {
		return administer(topic, (administration) -> topic(topic).dropFailed(administration, retention, limit));
	}

	@Override
	public Set<String> insert(JobCopies jobs) {
		return atomically((transaction) -> new JobAdministration(used(jobs.topic()), transaction).insert(jobs));
	}

	@Override
	public Set<String> removeUnchanged(JobCopies jobs) {
		return administer(jobs.topic(), (administration) -> administration.removeUnchanged(jobs));
	}

	@Override
	public boolean pause(String topic, Operator operator) {
		return atomically((transaction) -> used(topic).pause(new TopicPause(operator, transaction.time().now())));
	}

	@Override
	public boolean resume(String topic) {
		return atomically((transaction) -> {
			boolean changed = topic(topic).resume(transaction.time().now());
			if (changed) {
				transaction.wake(topic);
			}
			return changed;
		});
	}

	@Override
	public ForgetResult forget(String topic) {
		return atomically((transaction) -> {
			TopicStatus found = status(topic, transaction);
			boolean forgotten = found.isUnused() && this.topics.remove(topic) != null;
			return new ForgetResult(forgotten, found);
		});
	}

	@Override
	public Set<String> topics() {
		return atomically((transaction) -> Set.copyOf(this.topics.keySet()));
	}

	private MemoryTopic used(String name) {
		return this.topics.computeIfAbsent(name, (unknown) -> new MemoryTopic(this.history.limitsOf(name)));
	}

	private MemoryTopic topic(String name) {
		return this.topics.getOrDefault(name, new MemoryTopic(HistoryLimits.NONE));
	}

	private <T> T inspect(String topic, Function<MemoryInspection, T> look) {
		return atomically((transaction) -> look.apply(new MemoryInspection(topic(topic), transaction.time())));
	}

	private <T> T administer(String topic, Function<JobAdministration, T> change) {
		return atomically((transaction) -> change.apply(new JobAdministration(topic(topic), transaction)));
	}

	private <T> T atomically(Function<StoreTransaction, T> transition) {
		StoreTransaction transaction;
		T result;
		synchronized (this.topics) {
			transaction = new StoreTransaction(this.clock.read());
			result = transition.apply(transaction);
		}
		transaction.sendWakeUps(Duration.ZERO, this.wakeUps::send);
		return result;
	}

}
