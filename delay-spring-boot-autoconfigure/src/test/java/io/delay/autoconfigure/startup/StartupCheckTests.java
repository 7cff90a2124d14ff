// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.startup;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.InvalidDataAccessResourceUsageException;

import io.delay.autoconfigure.diagnostics.DelaySetupException;
import io.delay.autoconfigure.properties.DelayProperties.StartupCheckMode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * When a start-up check looks, and what it does with what it finds.
 */
@ExtendWith(OutputCaptureExtension.class)
class StartupCheckTests {

	private final AtomicInteger looks = new AtomicInteger();

	private final AtomicBoolean unreachable = new AtomicBoolean();

	private StartupCheck check;

	@AfterEach
	void stop() {
		this.check.stop();
	}

	@Test
	void startDoesNotWaitForTheInspections(CapturedOutput output) throws InterruptedException {
		CountDownLatch answer = new CountDownLatch(1);
		start(StartupCheckMode.WARN, () -> {
			awaitLatch(answer);
			return List.of(new StartupFinding("It will hurt", true), new StartupFinding("It hurts, too", false));
		});
		assertThat(output).doesNotContain("hurt");
		answer.countDown();
		await().until(() -> output.getOut().contains("WARN") && output.getOut().contains("It hurts, too"));
		assertThat(output).containsOnlyOnce("It will hurt");
	}

	@Test
	void restartedApplicationIsNotInspectedAgain() {
		start(StartupCheckMode.WARN, () -> look(true));
		await().until(() -> !isThreadAlive());
		this.check.stop();
		this.check.start();
		await().until(() -> !isThreadAlive());
		assertThat(this.looks).hasValue(1);
	}

	@Test
	void inspectionIsRepeatedUntilTheStoreIsReachable(CapturedOutput output) {
		this.unreachable.set(true);
		start(StartupCheckMode.WARN, () -> {
			try {
				return look(true);
			}
			finally {
				this.unreachable.set(false);
			}
		});
		await().until(() -> output.getOut().contains("It will hurt"));
		assertThat(this.looks).hasValue(2);
	}

	@Test
	void stopEndsTheInspectionOfAnUnreachableStore() {
		this.unreachable.set(true);
		start(StartupCheckMode.WARN, () -> look(true));
		await().until(() -> this.looks.get() > 0);
		this.check.stop();
		await().until(() -> !isThreadAlive());
		assertThat(this.check.isRunning()).isFalse();
		int before = this.looks.get();
		this.unreachable.set(false);
		this.check.start();
		await().until(() -> !isThreadAlive());
		assertThat(this.looks).hasValue(before + 1);
	}

	@ParameterizedTest
	@EnumSource(names = { "WARN", "FAIL" })
	void failedInspectionIsReportedOnceAndTheOthersContinue(StartupCheckMode mode, CapturedOutput output) {
		start(mode, StartupCheckTests::broken, later(StartupCheckTests::broken), later(() -> look(false)));
		assertThat(this.check.isRunning()).isTrue();
		await().until(() -> output.getOut().contains("It may hurt"));
		await().until(() -> !isThreadAlive());
		assertThat(output).containsOnlyOnce("A part of the start-up check failed: broken");
	}

	@Test
	void inspectionThatTheStoreRefusesIsReportedAndNotRepeated(CapturedOutput output) {
		start(StartupCheckMode.WARN, () -> {
			this.looks.incrementAndGet();
			throw new InvalidDataAccessResourceUsageException("unknown command");
		});
		await().until(() -> !isThreadAlive());
		assertThat(output).containsOnlyOnce("A part of the start-up check failed: unknown command");
		assertThat(this.looks).hasValue(1);
	}

	private static List<StartupFinding> broken() {
		throw new IllegalStateException("broken");
	}

	@Test
	void lastingFindingFailsTheStartInModeFail() {
		assertThatExceptionOfType(DelaySetupException.class)
			.isThrownBy(() -> start(StartupCheckMode.FAIL, () -> look(false), () -> look(true)))
			.withMessage("The start-up check has found these problems:\n\n    - It may hurt\n    - It will hurt\n");
		assertThat(this.check.isRunning()).isFalse();
	}

	@Test
	void temporaryFindingDoesNotFailTheStart(CapturedOutput output) {
		start(StartupCheckMode.FAIL, () -> look(false), later(() -> look(false)));
		assertThat(output).containsOnlyOnce("It may hurt");
		await().until(() -> this.looks.get() == 3);
		await().until(() -> !isThreadAlive());
		assertThat(output).containsOnlyOnce("It may hurt");
	}

	@Test
	void unreachableStoreDoesNotFailTheStart(CapturedOutput output) {
		this.unreachable.set(true);
		start(StartupCheckMode.FAIL, () -> look(true));
		assertThat(this.check.isRunning()).isTrue();
		assertThat(output).contains("the start-up check continues in the background").doesNotContain("It will hurt");
		this.unreachable.set(false);
		await().until(() -> output.getOut().contains("It will hurt"));
	}

	private List<StartupFinding> look(boolean lasting) {
		this.looks.incrementAndGet();
		if (this.unreachable.get()) {
			throw new DataAccessResourceFailureException("unreachable");
		}
		return List.of(new StartupFinding(lasting ? "It will hurt" : "It may hurt", lasting));
	}

	private void start(StartupCheckMode mode, StartupInspection... inspections) {
		this.check = new StartupCheck(List.of(inspections), mode);
		this.check.start();
	}

	private static StartupInspection later(StartupInspection inspection) {
		return new StartupInspection() {

			@Override
			public List<StartupFinding> findings() {
				return inspection.findings();
			}

			@Override
			public Duration delay() {
				return Duration.ofMillis(50);
			}

		};
	}

	private static void awaitLatch(CountDownLatch latch) {
		try {
			latch.await(10, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private static boolean isThreadAlive() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.anyMatch((thread) -> thread.getName().equals("delay-startup-check"));
	}

}
