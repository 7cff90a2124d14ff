// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.container;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.delay.listener.ContainerFixture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What becomes of a container whose handler calls {@link System#exit}, in a JVM of its
 * own.
 */
@Timeout(120)
class ExitingHandlerTests {

	private static final int EXIT_CODE = 3;

	@Test
	void stopWaitsForAllHandlersExceptOneThatExits() throws Exception {
		Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-Xmx48m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp",
				System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
				Application.class.getName())
			.redirectErrorStream(true)
			.start();
		try {
			process.getOutputStream().close();
			boolean ended = process.waitFor(60, TimeUnit.SECONDS);
			if (!ended) {
				process.destroyForcibly();
			}
			List<String> lines = process.inputReader(StandardCharsets.UTF_8).lines().toList();
			assertThat(ended).as(() -> String.join("\n", lines)).isTrue();
			assertThat(process.exitValue()).isEqualTo(EXIT_CODE);
			assertThat(lines).filteredOn((line) -> line.startsWith("## "))
				.containsExactly("## other done", "## stopped, exit is RESERVED, other is gone");
			assertThat(lines).noneMatch((line) -> line.contains("interrupts"));
		}
		finally {
			process.destroyForcibly();
		}
	}

	/**
	 * One handler exits while another one is at work, with much more time to stop than
	 * the test has.
	 */
	public static final class Application {

		private static final CountDownLatch otherStarted = new CountDownLatch(1);

		private static final CompletableFuture<Thread> stopping = new CompletableFuture<>();

		private Application() {
		}

		public static void main(String[] args) {
			ContainerFixture fixture = new ContainerFixture().shutdownTimeout(Duration.ofMinutes(10));
			DelayListenerContainer container = fixture.create(fixture.store, ContainerFixture.settings(),
					(job, context) -> handle(context.id()));
			Runtime.getRuntime().addShutdownHook(new Thread(() -> {
				stopping.complete(Thread.currentThread());
				container.stop();
				System.out
					.println("## stopped, exit is " + state(fixture, "exit") + ", other is " + state(fixture, "other"));
			}));
			fixture.submit("exit");
			fixture.submit("other");
			container.start();
		}

		private static void handle(String id) throws InterruptedException {
			if (id.equals("exit")) {
				otherStarted.await();
				System.exit(EXIT_CODE);
			}
			otherStarted.countDown();
			Thread stopper = stopping.join();
			await().pollInSameThread().until(() -> waitsForHandlers(stopper));
			System.out.println("## other done");
		}

		// The other handler has called exit before, so it is not that one that is waited
		// for
		private static boolean waitsForHandlers(Thread stopper) {
			return stopper.getState() == Thread.State.TIMED_WAITING && Arrays.stream(stopper.getStackTrace())
				.anyMatch((frame) -> frame.getMethodName().equals("awaitIdle"));
		}

		private static String state(ContainerFixture fixture, String id) {
			return fixture.store.find(ContainerFixture.TOPIC, id).map((job) -> job.state().name()).orElse("gone");
		}

	}

}
