// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.delay.failure;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;

import io.delay.annotation.DelayListener;
import io.delay.listener.JobContext;

/**
 * An application that handles the jobs of the load, and prints each one, until it is
 * stopped.
 *
 * @since 0.1.0
 */
@SpringBootConfiguration
@EnableAutoConfiguration
public class RollingInstance {

	/** Printed as soon as the instance consumes. */
	static final String READY = "READY";

	private static final String HANDLED = "HANDLED";

	private final long handlingNanos;

	private final int failing;

	RollingInstance(@Value("${benchmark.handling}") long handlingMillis, @Value("${benchmark.failing}") int failing) {
		this.handlingNanos = TimeUnit.MILLISECONDS.toNanos(handlingMillis);
		this.failing = failing;
	}

	/**
	 * Start.
	 * @param arguments arguments of the application
	 */
	public static void main(String[] arguments) {
		SpringApplication.run(RollingInstance.class, arguments);
		System.out.println(READY);
	}

	@DelayListener(topic = LoadTopic.NAME)
	void handle(String payload, JobContext context) {
		long lateness = ChronoUnit.MICROS.between(context.visibleSince(), Instant.now());
		System.out.println(HANDLED + " " + context.id() + " " + context.attempt() + " " + lateness);
		LockSupport.parkNanos(this.handlingNanos);
		int number = Math.floorMod(context.id().hashCode(), 1000);
		if (number < this.failing && (context.attempt() == 1 || number == 0)) {
			throw new IllegalStateException("Job " + context.id() + " fails");
		}
	}

	// Parses the call in a line of output.
	static Optional<LoadJournal.Call> read(String line) {
		String[] words = line.split(" ");
		if (words.length != 4 || !words[0].equals(HANDLED)) {
			return Optional.empty();
		}
		return Optional.of(new LoadJournal.Call(words[1], Integer.parseInt(words[2]), System.nanoTime(),
				Long.parseLong(words[3])));
	}

}
