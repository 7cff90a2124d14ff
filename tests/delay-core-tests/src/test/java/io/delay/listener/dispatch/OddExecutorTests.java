// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.dispatch;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.core.task.TaskRejectedException;
import org.springframework.core.task.support.TaskExecutorAdapter;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

import io.delay.listener.ContainerFixture;
import io.delay.listener.JobContext;
import io.delay.listener.WatchedJobStore;
import io.delay.listener.WorkerExecutorFactory;
import io.delay.listener.container.DelayListenerContainer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What a container does with executors that are not as it would like them to be.
 */
@Timeout(30)
class OddExecutorTests {

	private final ContainerFixture fixture = new ContainerFixture();

	private final ContainerFixture other = new ContainerFixture();

	private final WatchedJobStore store = new WatchedJobStore(this.fixture.store);

	private final ExecutorService oneThread = Executors.newSingleThreadExecutor();

	private final AtomicInteger handled = new AtomicInteger();

	private final AtomicInteger handledByOther = new AtomicInteger();

	private final CountDownLatch finish = new CountDownLatch(1);

	@AfterEach
	void stopContainers() {
		this.finish.countDown();
		this.fixture.close();
		this.other.close();
		this.oneThread.shutdownNow();
	}

	private void handle(JobContext context) {
		assertThat(context.attempt()).isEqualTo(1);
		this.handled.incrementAndGet();
	}

	// A thread that sleeps for so short a time can wake up many milliseconds later
	private static void work(long nanos) {
		long start = System.nanoTime();
		while (System.nanoTime() - start < nanos) {
			Thread.onSpinWait();
		}
	}

	private void awaitAllDone(int count) {
		await().until(() -> this.handled.get() >= count && this.store.reserved() == 0);
		assertThat(this.handled).hasValue(count);
	}

	@Test
	void fewerThreadsThanConcurrencyHandleEveryJobAndHandFewBack() {
		this.fixture.workers((id, concurrency) -> new TaskExecutorAdapter(this.oneThread));
		this.fixture.submit(1000);
		this.fixture.start(this.store, ContainerFixture.settings().concurrency(40), (job, context) -> {
			work(200_000);
			handle(context);
		});
		awaitAllDone(1000);
		assertThat(this.store.handBacks()).isLessThan(250);
	}

	@Test
	void jobsAreNotHandedBackRepeatedlyIfTheOnlyThreadIsBlocked() throws Exception {
		CountDownLatch blocked = new CountDownLatch(1);
		this.fixture.workers((id, concurrency) -> new TaskExecutorAdapter(this.oneThread));
		this.fixture.submit(300);
		this.fixture.start(this.store, ContainerFixture.settings().concurrency(8), (job, context) -> {
			if (this.handled.incrementAndGet() == 200) {
				blocked.countDown();
				this.finish.await(20, TimeUnit.SECONDS);
			}
		});
		assertThat(blocked.await(10, TimeUnit.SECONDS)).isTrue();
		await().until(() -> this.store.reserved() == 8);
		int reserves = this.store.limits().size();
		int settles = this.store.settles();
		await().during(300, TimeUnit.MILLISECONDS)
			.until(() -> this.store.limits().size() - reserves <= 1 && this.store.settles() - settles <= 1);
	}

	@Test
	void eachJobIsOneTaskOfASharedExecutor() {
		AtomicInteger tasks = new AtomicInteger();
		this.fixture.workers((id, concurrency) -> new TaskExecutorAdapter((task) -> {
			tasks.incrementAndGet();
			this.oneThread.execute(task);
		}));
		this.fixture.submit(500);
		this.fixture.start(this.store, ContainerFixture.settings().concurrency(4), (job, context) -> handle(context));
		awaitAllDone(500);
		// A task may take the job that arrives before it has ended
		assertThat(tasks).hasValueBetween(400, 500);
	}

	@Test
	void containersThatShareOneThreadTakeTurns() {
		this.fixture.workers((id, concurrency) -> new TaskExecutorAdapter(this.oneThread));
		this.other.workers((id, concurrency) -> new TaskExecutorAdapter(this.oneThread));
		this.fixture.submit(20_000);
		this.other.submit(20_000);
		this.fixture.start(ContainerFixture.settings().concurrency(40), (job, context) -> {
			LockSupport.parkNanos(200_000);
			this.handled.incrementAndGet();
		});
		this.other.start(ContainerFixture.settings().concurrency(40), (job, context) -> {
			LockSupport.parkNanos(200_000);
			this.handledByOther.incrementAndGet();
		});
		await().until(() -> this.handled.get() > 200 && this.handledByOther.get() > 200);
		assertThat(this.handled).hasValueLessThan(20_000);
		assertThat(this.handledByOther).hasValueLessThan(20_000);
	}

	@Test
	void sharedExecutorOutlivesTheContainersThatUseIt() {
		ThreadPoolTaskExecutor shared = new ThreadPoolTaskExecutor();
		shared.setCorePoolSize(2);
		shared.afterPropertiesSet();
		try {
			this.fixture.workers((id, concurrency) -> shared);
			DelayListenerContainer container = this.fixture.start(this.store, ContainerFixture.settings(),
					(job, context) -> handle(context));
			container.stop();
			assertThat(shared.getThreadPoolExecutor().isShutdown()).isFalse();
			container.start();
			this.fixture.submit(10);
			awaitAllDone(10);
		}
		finally {
			this.fixture.close();
			shared.shutdown();
		}
	}

	@Test
	void executorThatBlocksItsCallersHandlesEveryJob() {
		this.fixture.workers((id, concurrency) -> {
			SimpleAsyncTaskExecutor twoThreads = new SimpleAsyncTaskExecutor();
			twoThreads.setConcurrencyLimit(2);
			return twoThreads;
		});
		this.fixture.submit(1000);
		this.fixture.start(this.store, ContainerFixture.settings().concurrency(4), (job, context) -> {
			work(200_000);
			handle(context);
		});
		awaitAllDone(1000);
	}

	@Test
	void executorThatRunsTasksOnItsCallersWhenItIsFullNestsNoWorkers() {
		this.fixture.workers((id, concurrency) -> {
			ThreadPoolTaskExecutor twoThreads = new ThreadPoolTaskExecutor();
			twoThreads.setMaxPoolSize(2);
			twoThreads.setQueueCapacity(0);
			twoThreads.setRejectedExecutionHandler(new ThreadPoolExecutor.CallerRunsPolicy());
			twoThreads.afterPropertiesSet();
			return twoThreads;
		});
		AtomicInteger deepest = new AtomicInteger();
		this.fixture.submit(3000);
		this.fixture.start(this.store, ContainerFixture.settings().concurrency(4), (job, context) -> {
			work(200_000);
			deepest.accumulateAndGet(workersOnStack(), Math::max);
			handle(context);
		});
		awaitAllDone(3000);
		assertThat(deepest).hasValue(1);
	}

	private static int workersOnStack() {
		return StackWalker.getInstance()
			.walk((frames) -> (int) frames
				.filter((frame) -> frame.getClassName().equals("io.delay.listener.dispatch.Workers$Worker")
						&& frame.getMethodName().equals("run"))
				.count());
	}

	@Test
	void jobsThatTheExecutorRejectsInTheMiddleAreHandledNevertheless() {
		AtomicInteger workers = new AtomicInteger();
		this.fixture.workers((id, concurrency) -> new TaskExecutorAdapter((task) -> {
			int worker = workers.incrementAndGet();
			if (worker == 3 || worker == 9 || worker == 10) {
				throw new TaskRejectedException("full");
			}
			new Thread(task).start();
		}));
		this.fixture.submit(500);
		this.fixture.start(this.store, ContainerFixture.settings().concurrency(4), (job, context) -> {
			work(1_000_000);
			handle(context);
		});
		awaitAllDone(500);
		assertThat(workers).hasValueGreaterThan(10);
	}

	@Test
	void jobsOfAnExecutorThatRejectsAllAreHandledElsewhere() {
		this.fixture.workers((id, concurrency) -> new TaskExecutorAdapter((task) -> {
			throw new TaskRejectedException("full");
		}));
		this.fixture.submit(5);
		this.fixture.start(this.store, ContainerFixture.settings().concurrency(4), (job, context) -> handle(context));
		await().until(() -> this.store.deliveries() > 0);
		this.fixture.workers(WorkerExecutorFactory.platformThreads())
			.start(ContainerFixture.settings(), (job, context) -> handle(context));
		awaitAllDone(5);
	}

	@Test
	@EnabledForJreRange(min = JRE.JAVA_21)
	void virtualThreadsHandleEveryJob() {
		this.fixture.workers(WorkerExecutorFactory.virtualThreads());
		this.fixture.submit(1000);
		this.fixture.start(this.store, ContainerFixture.settings().concurrency(4), (job, context) -> {
			work(200_000);
			handle(context);
		});
		awaitAllDone(1000);
	}

}
