// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.poison;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

import io.delay.autoconfigure.poison.PoisonedApplication.Effect;
import io.delay.autoconfigure.poison.PoisonedApplication.Order;
import io.delay.job.Job;
import io.delay.store.FailureReason;

/**
 * The ways in which a job can be bad, and what is to become of it.
 */
enum Poison {

	/** Its handler throws, on each attempt. */
	THROWS(64, 0, 8) {

		@Override
		Job.Builder prepare(Job.Builder job, int index) {
			return job.payload(new Order(Effect.THROW)).maxAttempts(1 + index % 3);
		}

		@Override
		boolean explains(FailureReason reason, int attempts, int index) {
			return reason.error().equals(PoisonedApplication.PoisonException.class.getName() + ": I am " + id(index))
					&& attempts == 1 + index % 3;
		}

	},

	/** Its payload cannot be read into the type that the handler takes. */
	NO_JSON(64, 0, 8) {

		private static final List<String> PAYLOADS = List.of("no JSON", "", "\u0000\u00ff\n",
				"{\"effect\":\"UNHEARD_OF\"}");

		@Override
		Job.Builder prepare(Job.Builder job, int index) {
			return job.payload(PAYLOADS.get(index % PAYLOADS.size()).getBytes(StandardCharsets.ISO_8859_1));
		}

		@Override
		boolean explains(FailureReason reason, int attempts, int index) {
			return reason.error()
				.matches(".*UnprocessableJobException: (Cannot read a payload into type|"
						+ "The payload is not a valid) .*PoisonedApplication\\$Order.*")
					&& attempts == 1;
		}

	},

	/** Its record in Redis has been damaged. */
	CORRUPT(64, 0, 8) {

		@Override
		Job.Builder prepare(Job.Builder job, int index) {
			return job;
		}

		@Override
		boolean explains(FailureReason reason, int attempts, int index) {
			return reason.equals(new FailureReason("The record of the job cannot be read", "redis")) && attempts <= 1;
		}

	},

	/** Its handler ends the JVM, early on. */
	EXITS(3, 0, 1) {

		@Override
		Job.Builder prepare(Job.Builder job, int index) {
			return job.payload(new Order(Effect.EXIT)).maxAttempts(2).ttr(Duration.ofSeconds(1));
		}

		@Override
		boolean explains(FailureReason reason, int attempts, int index) {
			return reason.error().equals("TTR of 1000 ms elapsed") && attempts == 2;
		}

	},

	/** Its handler takes all memory, once the JVMs have been started again. */
	OUT_OF_MEMORY(5, 7, 9) {

		@Override
		Job.Builder prepare(Job.Builder job, int index) {
			return job.payload(new Order(Effect.OUT_OF_MEMORY)).maxAttempts(2).ttr(Duration.ofSeconds(8));
		}

		@Override
		boolean explains(FailureReason reason, int attempts, int index) {
			return reason.error().startsWith(OutOfMemoryError.class.getName()) && attempts == 2;
		}

	};

	private final int count;

	private final Duration from;

	private final Duration until;

	Poison(int count, int fromSecond, int untilSecond) {
		this.count = count;
		this.from = Duration.ofSeconds(fromSecond);
		this.until = Duration.ofSeconds(untilSecond);
	}

	int count() {
		return this.count;
	}

	String id(int index) {
		return name() + "-" + index;
	}

	Job job(int index) {
		Duration delay = this.from.plus(this.until.minus(this.from).multipliedBy(index).dividedBy(this.count));
		return prepare(Job.to(PoisonedApplication.TOPIC).id(id(index)).delay(delay), index).build();
	}

	abstract Job.Builder prepare(Job.Builder job, int index);

	/**
	 * Whether a failure describes the job correctly.
	 */
	abstract boolean explains(FailureReason reason, int attempts, int index);

}
