// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.store;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.SmartLifecycle;

import io.delay.admin.DelayAdmin;
import io.delay.annotation.DelayListener;
import io.delay.autoconfigure.BootAutoConfigurations;
import io.delay.autoconfigure.RedisNamespace;
import io.delay.autoconfigure.StartupFailure;
import io.delay.job.Job;
import io.delay.job.JobPriority;
import io.delay.job.JobState;
import io.delay.redis.RedisJobStoreOptions;
import io.delay.store.FailureReason;
import io.delay.store.JobStore;
import io.delay.store.LeaseTokens;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveTerms;
import io.delay.store.ReservedJob;
import io.delay.store.Settlement;
import io.delay.store.StoredJob;
import io.delay.store.admin.JobCopies;
import io.delay.store.admin.JobStoreAdministrator;
import io.delay.store.admin.Operator;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Applications that move jobs between Redis and a database when they start.
 */
@ExtendWith(OutputCaptureExtension.class)
@Tag("thorough")
class JobMoveAtStartTests {

	private static final String DUE = "orders";

	private static final String LATER = "refunds";

	@RegisterExtension
	private final RedisNamespace namespace = new RedisNamespace();

	private final ApplicationContextRunner onBoth = JdbcContexts.inMemory()
		.withConfiguration(AutoConfigurations.of(BootAutoConfigurations.redis()))
		.withPropertyValues(this.namespace.settings())
		.withPropertyValues("delay.startup-check=off");

	private final ApplicationContextRunner onRedis = this.onBoth.withPropertyValues("delay.store.type=redis");

	private final ApplicationContextRunner onDatabase = this.onBoth.withPropertyValues("delay.store.type=jdbc");

	private final Logger log = (Logger) LoggerFactory.getLogger("io.delay.move");

	@BeforeEach
	void logAsInProduction() {
		this.log.setLevel(Level.INFO);
	}

	@AfterEach
	void resetTheLog() {
		this.log.setLevel(null);
	}

	@Test
	void jobsAreMovedFromRedisToADatabase(CapturedOutput output) {
		movesTheJobs(this.onRedis, this.onDatabase, "redis");
		assertThat(output).contains("Moving the jobs of all topics from Redis to the store of this application",
				"Moved 13 jobs from Redis to the store of this application in ", "; 0 of them existed there already");
	}

	@Test
	void jobsAreMovedFromADatabaseToRedis(CapturedOutput output) {
		movesTheJobs(this.onDatabase, this.onRedis, "jdbc");
		assertThat(output).contains("Moved 13 jobs from the database to the store of this application in ");
	}

	private void movesTheJobs(ApplicationContextRunner before, ApplicationContextRunner after, String from) {
		before.run((context) -> {
			assertThat(context).hasNotFailed();
			DelayTemplate template = context.getBean(DelayTemplate.class);
			for (int i = 0; i < 10; i++) {
				template.submit(DUE, "order " + i, Duration.ZERO);
			}
			template.submit(job("failed", Duration.ZERO));
			fail(context.getBean(JobStore.class));
			template.submit(job("retried", Duration.ZERO));
			release(context.getBean(JobStore.class));
			template.submit(job("delayed", Duration.ofHours(2)));
		});
		StoredJob[] failed = new StoredJob[1];
		before.run((context) -> failed[0] = find(context, "failed"));
		after.withBean(OrderListener.class)
			.withPropertyValues("delay.move.from=" + from, "spring.main.lazy-initialization=true")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				for (int i = 0; i < 10; i++) {
					assertThat(context.getBean(OrderListener.class).handled.poll(20, TimeUnit.SECONDS))
						.startsWith("order ");
				}
				StoredJob moved = find(context, "failed");
				assertThat(moved.state()).isEqualTo(JobState.FAILED);
				assertThat(moved.time()).isEqualTo(failed[0].time());
				assertThat(moved.dueTime()).isEqualTo(failed[0].dueTime());
				assertThat(moved.failures()).isEqualTo(failed[0].failures());
				assertThat(moved.record().headers()).isEqualTo(failed[0].record().headers());
				assertThat(moved.record().payload()).isEqualTo(failed[0].record().payload());
				assertThat(moved.record().priority()).isEqualTo(JobPriority.HIGH);
				assertThat(moved.record().ttr()).isEqualTo(Duration.ofSeconds(7));
				assertThat(moved.record().maxAttempts()).isEqualTo(9);
				assertThat(find(context, "retried").state()).isEqualTo(JobState.DELAYED);
				assertThat(find(context, "delayed").state()).isEqualTo(JobState.DELAYED);
				assertThat(context.getBean(DelayAdmin.class).topics().names()).containsExactlyInAnyOrder(DUE, LATER);
			});
		before.run((context) -> {
			DelayAdmin admin = context.getBean(DelayAdmin.class);
			assertThat(List.of(DUE, LATER))
				.allSatisfy((topic) -> assertThat(admin.topics().status(topic).counts().values())
					.allMatch((count) -> count == 0));
		});
		after.withPropertyValues("delay.move.from=" + from).run((context) -> assertThat(context).hasNotFailed());
	}

	// As that of a component that uses jobs as soon as it has started
	@Test
	void theJobsAreMovedBeforeOtherComponentsStart() {
		this.onRedis.run((context) -> context.getBean(DelayTemplate.class).submit(DUE, "order", Duration.ofHours(1)));
		this.onDatabase.withBean(EarlyComponent.class)
			.withPropertyValues("delay.move.from=redis")
			.run((context) -> assertThat(context.getBean(EarlyComponent.class).waiting).isEqualTo(1));
	}

	@Test
	void jobsAreNotMovedToAStoreThatTheStartupCheckRefuses() {
		this.onRedis.run((context) -> context.getBean(DelayTemplate.class).submit(DUE, "order", Duration.ofHours(1)));
		this.onDatabase
			.withPropertyValues("delay.move.from=redis", "delay.startup-check=fail",
					"spring.datasource.hikari.transaction-isolation=TRANSACTION_SERIALIZABLE")
			.run((context) -> assertThat(StartupFailure.analyze(context).getDescription()).contains("SERIALIZABLE"));
		this.onRedis
			.run((context) -> assertThat(context.getBean(DelayAdmin.class).topics().status(DUE).count(JobState.DELAYED))
				.isEqualTo(1));
	}

	@Test
	void restartedContextDoesNotRepeatTheMove() {
		this.onDatabase.withPropertyValues("delay.move.from=redis").run((context) -> {
			context.getSourceApplicationContext().stop();
			this.onRedis.run((source) -> source.getBean(DelayTemplate.class).submit(DUE, "order", Duration.ofHours(1)));
			context.getSourceApplicationContext().start();
			assertThat(context.getSourceApplicationContext().isRunning()).isTrue();
			assertThat(context.getBean(DelayAdmin.class).topics().names()).isEmpty();
		});
	}

	@Test
	void theOptionsOfTheApplicationAreUsed() {
		this.onRedis.run((context) -> context.getBean(DelayTemplate.class).submit(DUE, "order", Duration.ofHours(1)));
		this.onDatabase.withBean(RedisJobStoreOptions.class, () -> new RedisJobStoreOptions(this.namespace.name()))
			.withPropertyValues("delay.move.from=redis", "delay.namespace=other")
			.run((context) -> assertThat(context.getBean(DelayAdmin.class).topics().status(DUE).count(JobState.DELAYED))
				.isEqualTo(1));
	}

	@Test
	void jobsOfSeveralPartitionsAndOfAPausedTopicAreMoved() {
		ApplicationContextRunner partitioned = this.onRedis.withPropertyValues("delay.redis.partitions=4");
		partitioned.run((context) -> {
			for (int i = 0; i < 600; i++) {
				context.getBean(DelayTemplate.class).submit(LATER, "refund " + i, Duration.ofHours(1));
			}
			context.getBean(DelayTemplate.class).submit(job("held", Duration.ZERO));
			context.getBean(JobStore.class)
				.reserve(new ReserveRequest(LATER, new LeaseTokens("worker").next(), 1,
						new ReserveTerms(Duration.ofMillis(1), 5)));
			context.getBean(JobStoreAdministrator.class).pause(LATER, new Operator("alice"));
		});
		this.onDatabase.withPropertyValues("delay.move.from=redis", "delay.redis.partitions=4").run((context) -> {
			DelayAdmin admin = context.getBean(DelayAdmin.class);
			assertThat(admin.topics().status(LATER).count(JobState.DELAYED)).isEqualTo(600);
			assertThat(find(context, "held").state()).isEqualTo(JobState.READY);
			assertThat(admin.topics().status(LATER).paused()).isTrue();
		});
		partitioned
			.run((context) -> assertThat(context.getBean(DelayAdmin.class).topics().status(LATER).paused()).isTrue());
	}

	@Test
	void onlyTheGivenTopicsAreMoved(CapturedOutput output) {
		this.onRedis.run((context) -> {
			context.getBean(DelayTemplate.class).submit(DUE, "order", Duration.ofHours(1));
			context.getBean(DelayTemplate.class).submit(LATER, "refund", Duration.ofHours(1));
		});
		this.onDatabase.withPropertyValues("delay.move.from=redis", "delay.move.topics=" + LATER + ",refund")
			.run((context) -> assertThat(context.getBean(DelayAdmin.class).topics().names()).containsExactly(LATER));
		assertThat(output).contains("Topics [refund] do not exist in Redis");
	}

	@Test
	void moveThatFailsOnAReservedJobContinuesAtTheNextStart() {
		this.onRedis.run((context) -> {
			context.getBean(DelayTemplate.class).submit(job("held", Duration.ZERO));
			ReservedJob held = reserve(context.getBean(JobStore.class));
			context.getBean(DelayTemplate.class).submit(DUE, "order", Duration.ofHours(1));
			this.onDatabase.withPropertyValues("delay.move.from=redis", "delay.move.timeout=10ms").run((failed) -> {
				FailureAnalysis analysis = StartupFailure.analyze(failed);
				assertThat(analysis.getDescription()).contains("topic 'refunds'", "job 'held' held by worker",
						"from Redis", "Number of jobs moved: 1");
				assertThat(analysis.getAction()).contains("No job is lost", "start again with the same settings",
						"delay.move.timeout", "remove delay.move.from");
			});
			context.getBean(JobStore.class).settle(List.of(new Settlement.Release(held.lease(), Duration.ZERO)));
		});
		this.onDatabase.withPropertyValues("delay.move.from=redis").run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(find(context, "held").state()).isEqualTo(JobState.READY);
			assertThat(context.getBean(DelayAdmin.class).topics().status(DUE).count(JobState.DELAYED)).isEqualTo(1);
		});
	}

	// The kill is simulated by the failure of the second step
	@Test
	void interruptedMoveIsCompleted() {
		this.onRedis.run((context) -> {
			context.getBean(DelayTemplate.class).submit(job("a", Duration.ofHours(1)));
			StoredJob job = find(context, "a");
			this.onDatabase.run(
					(target) -> target.getBean(JobStoreAdministrator.class).insert(new JobCopies(LATER, List.of(job))));
		});
		this.onDatabase.withPropertyValues("delay.move.from=redis")
			.run((context) -> assertThat(find(context, "a").state()).isEqualTo(JobState.DELAYED));
		this.onRedis
			.run((context) -> assertThat(context.getBean(DelayAdmin.class).topics().status(LATER).counts().values())
				.allMatch((count) -> count == 0));
	}

	@Test
	void unreachableRedisFailsTheStart() {
		this.onDatabase.withPropertyValues("delay.move.from=redis", "spring.data.redis.port=1").run((context) -> {
			FailureAnalysis analysis = StartupFailure.analyze(context);
			assertThat(analysis.getDescription()).contains("Could not move the jobs from Redis", "localhost");
		});
	}

	@Test
	void targetStoreMustBeConfigured() {
		List.of(this.onBoth, this.onRedis, this.onBoth.withPropertyValues("delay.store.type=memory"))
			.forEach((runner) -> runner.withPropertyValues("delay.move.from=redis")
				.run((context) -> assertThat(StartupFailure.analyze(context).getAction())
					.contains("delay.store.type=jdbc")));
		this.onRedis.withPropertyValues("delay.move.from=redis").run((context) -> {
			FailureAnalysis analysis = StartupFailure.analyze(context);
			assertThat(analysis.getDescription()).contains("delay.move.from=redis needs delay.store.type=jdbc",
					"delay.store.type is redis");
			assertThat(analysis.getAction()).contains("to move jobs from redis to jdbc", "remove delay.move.from");
		});
	}

	@Test
	void targetStoreMustBeConfiguredEvenIfOnlyOneIsPossible() {
		JdbcContexts.inMemory().withPropertyValues("delay.move.from=redis").run((context) -> {
			FailureAnalysis analysis = StartupFailure.analyze(context);
			assertThat(analysis.getDescription()).contains("delay.store.type is not set");
		});
	}

	@Test
	void moduleOfTheSourceStoreMustBeOnTheClassPath() {
		this.onDatabase.withClassLoader(new FilteredClassLoader("io.delay.redis"))
			.withPropertyValues("delay.move.from=redis")
			.run((context) -> {
				FailureAnalysis analysis = StartupFailure.analyze(context);
				assertThat(analysis.getDescription()).contains("delay-redis is not on the class path");
				assertThat(analysis.getAction()).contains("Keep delay-redis", "until all jobs are moved");
			});
	}

	private static Job job(String id, Duration delay) {
		return Job.to(LATER)
			.id(id)
			.payload("refund")
			.delay(delay)
			.header("tenant", "acme & co")
			.priority(JobPriority.HIGH)
			.ttr(Duration.ofSeconds(7))
			.maxAttempts(9)
			.build();
	}

	private static StoredJob find(ApplicationContext context, String id) {
		return context.getBean(DelayAdmin.class).jobs().find(LATER, id).orElseThrow();
	}

	private static ReservedJob reserve(JobStore store) {
		return store
			.reserve(new ReserveRequest(LATER, new LeaseTokens("worker").next(), 1,
					new ReserveTerms(Duration.ofHours(1), 5)))
			.jobs()
			.get(0);
	}

	private static void fail(JobStore store) {
		store.settle(List.of(new Settlement.Fail(reserve(store).lease(),
				new FailureReason("first", "h", "at first", Duration.ofMillis(3)), Duration.ZERO)));
		store.settle(
				List.of(new Settlement.Bury(reserve(store).lease(), new FailureReason("second", "h", "at x", null))));
	}

	private static void release(JobStore store) {
		store.settle(List.of(new Settlement.Release(reserve(store).lease(), Duration.ofHours(1))));
	}

	static class EarlyComponent implements SmartLifecycle {

		private final DelayAdmin admin;

		private long waiting;

		EarlyComponent(DelayAdmin admin) {
			this.admin = admin;
		}

		@Override
		public void start() {
			this.waiting = this.admin.topics().status(DUE).count(JobState.DELAYED);
		}

		@Override
		public void stop() {
		}

		@Override
		public boolean isRunning() {
			return false;
		}

		@Override
		public int getPhase() {
			return Integer.MIN_VALUE + 3;
		}

	}

	static class OrderListener {

		private final BlockingQueue<String> handled = new LinkedBlockingQueue<>();

		@DelayListener(topic = DUE)
		void handle(String order) {
			this.handled.add(order);
		}

	}

}
