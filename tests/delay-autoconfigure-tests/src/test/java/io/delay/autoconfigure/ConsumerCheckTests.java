// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.util.StringUtils;

import io.delay.annotation.DelayListener;
import io.delay.job.Job;
import io.delay.store.admin.JobStoreInspector;
import io.delay.store.memory.MemoryJobStore;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Topics without consumers are logged by the application that submits their jobs.
 */
@ExtendWith(OutputCaptureExtension.class)
class ConsumerCheckTests {

	private static final String WARNING = "No consumer is registered for topic ";

	private final MemoryJobStore store = new MemoryJobStore();

	private final ApplicationContextRunner inMemory = DelayContexts.inMemory()
		.withBean(MemoryJobStore.class, () -> this.store);

	private ApplicationContextRunner checkedAfter(Duration delay) {
		return this.inMemory.withInitializer((context) -> context.getBeanFactory()
			.registerSingleton("check", new ConsumerCheck(this.store, () -> Set.of("own"), delay)));
	}

	private static void submit(ApplicationContext context, String topic) {
		context.getBean(DelayTemplate.class).submit(Job.to(topic).payload("x").delay(Duration.ofHours(1)).build());
	}

	@Test
	void aTopicWithoutConsumersIsLoggedOnce(CapturedOutput output) {
		checkedAfter(Duration.ofMillis(50)).run((context) -> {
			submit(context, "ordr");
			submit(context, "ordr");
			await().until(() -> output.getOut().contains(WARNING + "'ordr'"));
			submit(context, "ordr");
			submit(context, "last");
			await().until(() -> output.getOut().contains(WARNING + "'last'"));
			assertThat(StringUtils.countOccurrencesOf(output.getOut(), WARNING + "'ordr'")).isOne();
			assertThat(output).contains("@DelayListener for this topic, or correct the name");
		});
	}

	@Test
	void topicsWithConsumersAreNotLogged(CapturedOutput output) {
		this.inMemory.withBean(Listener.class).run((consumer) -> checkedAfter(Duration.ofMillis(50)).run((context) -> {
			await().until(() -> !this.store.consumers("order").isEmpty());
			submit(context, "order");
			submit(context, "own");
			submit(context, "last");
			await().until(() -> output.getOut().contains(WARNING + "'last'"));
			assertThat(output).doesNotContain(WARNING + "'order'").doesNotContain(WARNING + "'own'");
		}));
	}

	@Test
	void aStoreThatFailsIsReadThreeTimes(CapturedOutput output) {
		AtomicInteger reads = new AtomicInteger();
		JobStoreInspector failing = (JobStoreInspector) Proxy.newProxyInstance(getClass().getClassLoader(),
				new Class<?>[] { JobStoreInspector.class }, (proxy, method, arguments) -> {
					if (!"last".equals(arguments[0])) {
						reads.incrementAndGet();
						throw new DataAccessResourceFailureException("unreachable");
					}
					return List.of();
				});
		ConsumerCheck check = new ConsumerCheck(failing, Set::of, Duration.ofMillis(50));
		check.submitted("order");
		await().until(() -> reads.get() == 3);
		check.submitted("order");
		check.submitted("last");
		await().until(() -> output.getOut().contains(WARNING + "'last'"));
		check.destroy();
		assertThat(reads).hasValue(3);
		assertThat(output).doesNotContain("order");
	}

	@Test
	void threadInheritsNothingFromTheOneThatSubmits() throws Exception {
		InheritableThreadLocal<String> inherited = new InheritableThreadLocal<>();
		Thread submitter = Thread.currentThread();
		ClassLoader own = submitter.getContextClassLoader();
		BlockingQueue<List<@Nullable Object>> seen = new LinkedBlockingQueue<>();
		ConsumerCheck check = new ConsumerCheck(this.store, () -> {
			seen.add(Arrays.asList(inherited.get(), Thread.currentThread().getContextClassLoader()));
			return Set.of("order");
		}, Duration.ofMillis(50));
		inherited.set("secret");
		submitter.setContextClassLoader(new ClassLoader(own) {
		});
		try {
			check.submitted("order");
			assertThat(seen.poll(10, TimeUnit.SECONDS)).containsExactly(null, own);
		}
		finally {
			submitter.setContextClassLoader(own);
			inherited.remove();
			check.destroy();
		}
	}

	@Test
	void theCheckEndsWithItsContext() {
		Set<Thread> others = threads();
		Set<Thread> own = new HashSet<>();
		this.inMemory.run((context) -> {
			submit(context, "ordr");
			own.addAll(threads());
			own.removeAll(others);
			assertThat(own).hasSize(1);
		});
		await().until(() -> own.stream().noneMatch(Thread::isAlive));
	}

	@Test
	void aTestWithoutBackgroundThreadsHasNoCheck() {
		this.inMemory.withBean(CallerRunsMarker.class)
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(ConsumerCheck.class));
	}

	private static Set<Thread> threads() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().equals("delay-consumer-check"))
			.collect(Collectors.toSet());
	}

	static class Listener {

		@DelayListener(topic = "order")
		void handle(String order) {
		}

	}

}
