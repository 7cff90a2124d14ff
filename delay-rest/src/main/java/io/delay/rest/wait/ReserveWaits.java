// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.wait;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.SmartLifecycle;

import io.delay.rest.problem.Problem;
import io.delay.rest.problem.ProblemException;
import io.delay.rest.problem.ProblemType;
import io.delay.store.JobStore;
import io.delay.store.ReserveRequest;
import io.delay.store.ReservedJob;
import io.delay.support.DaemonThread;
import io.delay.support.FailureLog;

/**
 * Reserves jobs for clients. A client can wait for jobs without occupying a thread: its
 * wait is an entry in {@link TopicWaiters}, which is woken up by the store and by a
 * single timer thread.
 * <p>
 * The waiters of a topic are created for its first waiting client and closed some time
 * after the last client has left. Both happen inside {@link ConcurrentHashMap#compute},
 * so that clients cannot join waiters that are closed. If the process is killed, jobs
 * that were reserved but not yet sent to a client are delivered again after their TTR.
 */
public final class ReserveWaits implements SmartLifecycle, DisposableBean {

	private static final FailureLog failures = new FailureLog(LogFactory.getLog(ReserveWaits.class));

	// How often subscriptions of topics without waiting clients are closed
	private static final Duration IDLE = Duration.ofSeconds(30);

	private final JobStore store;

	private final Executor executor;

	private final int maxWaiting;

	private final Semaphore places;

	private final ScheduledExecutorService scheduler = scheduler();

	private final Map<String, TopicWaiters> topics = new ConcurrentHashMap<>();

	// Reserves without a result yet; each has a place or a thread of a request
	private final Set<Waiter> inProgress = ConcurrentHashMap.newKeySet();

	private volatile boolean isRunning;

	/**
	 * Create an instance.
	 * @param executor executes calls to the store for which no thread waits
	 * @param maxWaiting the maximum number of clients that wait at the same time
	 */
	public ReserveWaits(JobStore store, Executor executor, int maxWaiting) {
		this.store = store;
		this.executor = executor;
		this.maxWaiting = maxWaiting;
		this.places = new Semaphore(maxWaiting);
		this.scheduler.scheduleWithFixedDelay(this::closeIdle, IDLE.toMillis(), IDLE.toMillis(), TimeUnit.MILLISECONDS);
	}

	private static ScheduledExecutorService scheduler() {
		ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1,
				DaemonThread.factory("delay-rest-timer"));
		scheduler.setRemoveOnCancelPolicy(true);
		return scheduler;
	}

	/**
	 * Reserve jobs on this thread, without a wait.
	 * @return the jobs, empty if none is ready
	 */
	public List<ReservedJob> reserveNow(ReserveCall call) {
		Waiter client = new Waiter(call, this::handBackLater);
		this.inProgress.add(client);
		try {
			client.receive(reserve(call.request()));
		}
		finally {
			this.inProgress.remove(client);
		}
		call.client().onHangUp(client::hangUp);
		return client.jobs().join();
	}

	private List<ReservedJob> reserve(ReserveRequest request) {
		try {
			return this.store.reserve(request).jobs();
		}
		catch (RuntimeException ex) {
			handBackLater(request);
			throw ex;
		}
	}

	/**
	 * Reserve jobs, and wait for them if none is ready.
	 * @return the jobs, empty if none was ready in time; completed on any thread
	 * @throws ProblemException if too many clients wait
	 */
	public CompletableFuture<List<ReservedJob>> reserve(ReserveCall call) {
		if (!this.isRunning) {
			return CompletableFuture.completedFuture(List.of());
		}
		if (!this.places.tryAcquire()) {
			throw new ProblemException(Problem.temporary(ProblemType.TOO_MANY_WAITING,
					"This server has the maximum of " + this.maxWaiting
							+ " waiting requests. Repeat the request later, "
							+ "without 'wait', or to another server"));
		}
		Waiter waiter = new Waiter(call, this::handBackLater);
		// The place is free before the response is written, because the client may
		// reserve again at once
		CompletableFuture<List<ReservedJob>> jobs = waiter.jobs().whenComplete((reserved, failure) -> {
			this.inProgress.remove(waiter);
			this.places.release();
		});
		this.inProgress.add(waiter);
		try {
			join(waiter);
		}
		catch (RuntimeException ex) {
			waiter.fail(ex);
		}
		return jobs;
	}

	/**
	 * Hand back the jobs of a reserve whose response was lost. If the reserve is still
	 * under way on this instance, it ends without jobs, and those that the store still
	 * returns to it are handed back, too.
	 * @return the number of jobs that were reserved before this call
	 */
	public int handBack(String topic, String token) {
		this.inProgress.stream().filter((waiter) -> waiter.isFor(topic, token)).forEach(Waiter::giveUp);
		return this.store.handBack(topic, token);
	}

	public int waiting() {
		return this.maxWaiting - this.places.availablePermits();
	}

	int inProgress() {
		return this.inProgress.size();
	}

	private void join(Waiter waiter) {
		ReserveCall call = waiter.call();
		TopicWaiters waiters = this.topics.compute(call.topic(), (topic, present) -> {
			TopicWaiters joined = (present != null) ? present : create(topic);
			joined.add(waiter);
			return joined;
		});
		Future<?> end = this.scheduler.schedule(waiter::giveUp, call.maxWait().toNanos(), TimeUnit.NANOSECONDS);
		waiter.jobs().whenComplete((jobs, failure) -> {
			end.cancel(false);
			waiters.remove(waiter);
		});
		call.client().onHangUp(waiter::hangUp);
		// The application may have been stopped since the first check
		if (this.isRunning) {
			waiters.wakeUp();
		}
		else {
			waiter.giveUp();
		}
	}

	private TopicWaiters create(String topic) {
		return new TopicWaiters(topic, this.store, this.executor, new WakeUpTimer(this.scheduler),
				(waiter) -> handBackLater(waiter.call().request()));
	}

	void closeIdle() {
		this.topics.keySet().forEach(this::closeIfIdle);
	}

	private void closeIfIdle(String topic) {
		this.topics.computeIfPresent(topic, (key, waiters) -> {
			if (!waiters.isEmpty()) {
				return waiters;
			}
			waiters.close();
			return null;
		});
	}

	private void handBackLater(ReserveRequest request) {
		try {
			this.executor.execute(() -> tryHandBack(request));
		}
		catch (RejectedExecutionException ex) {
			tryHandBack(request);
		}
	}

	private void tryHandBack(ReserveRequest request) {
		try {
			this.store.handBack(request.topic(), request.token());
		}
		catch (RuntimeException ex) {
			failures.debug("Jobs of topic '" + request.topic() + "' that were reserved with the token '"
					+ request.token() + "' could not be handed back. They are delivered again after their TTR", ex);
		}
	}

	@Override
	public void start() {
		this.isRunning = true;
	}

	@Override
	public void stop() {
		this.isRunning = false;
		List.copyOf(this.topics.keySet()).forEach((topic) -> this.topics.computeIfPresent(topic, (key, waiters) -> {
			waiters.close();
			return null;
		}));
	}

	@Override
	public boolean isRunning() {
		return this.isRunning;
	}

	@Override
	public void destroy() {
		stop();
		this.scheduler.shutdownNow();
	}

}
