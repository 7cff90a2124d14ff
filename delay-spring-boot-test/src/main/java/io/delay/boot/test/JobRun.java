// SPDX-License-Identifier: Apache-2.0

package io.delay.boot.test;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

import io.delay.observation.JobOutcome;

/**
 * One delivery of a job that {@link DelayTester} has run.
 *
 * @param topic the topic of the job
 * @param id the id of the job
 * @param attempt the number of the attempt, from 1
 * @param time when it ran, by the clock of the tester
 * @param outcome how it ended; a job whose lease expired on its last attempt is
 * {@link JobOutcome#BURIED} without having run
 * @param exception the exception that the handler threw, {@code null} if it returned
 * @since 0.1.0
 */
public record JobRun(String topic, String id, int attempt, Instant time, JobOutcome outcome,
		@Nullable Throwable exception) {

}
