// SPDX-License-Identifier: Apache-2.0

package io.delay.store.life;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

import io.delay.store.LeaseTerms;

/**
 * The stage of a job in its life cycle, with the data of that stage. Ready is not a
 * separate stage: a waiting job is ready once the clock has reached its score.
 */
public sealed interface JobStage {

	/** The token of a lease that no worker holds. */
	String NO_TOKEN = "-";

	/** Return the key by which the jobs of a stage are sorted, see {@link StoreTime}. */
	Instant score();

	/**
	 * The job waits until a worker may take it.
	 */
	sealed interface Queued extends JobStage {

		Queued at(Instant score);

	}

	/**
	 * The job waits for a worker.
	 *
	 * @param score when the job becomes visible
	 */
	record Waiting(Instant score) implements Queued {

		@Override
		public Queued at(Instant score) {
			return new Waiting(score);
		}

	}

	/**
	 * The job may be crashing its workers, and waits for a worker that holds no other
	 * such job.
	 *
	 * @param score when the job becomes visible
	 */
	record Isolated(Instant score) implements Queued {

		@Override
		public Queued at(Instant score) {
			return new Isolated(score);
		}

	}

	/**
	 * The job has failed permanently, and waits for a failure handler.
	 *
	 * @param score when the job becomes visible
	 * @param attempt the number of the next attempt of the failure handler
	 */
	record Handling(Instant score, int attempt) implements Queued {

		@Override
		public Queued at(Instant score) {
			return new Handling(score, this.attempt);
		}

	}

	/**
	 * A worker holds the job.
	 *
	 * @param token the token of the lease
	 * @param visibleSince when the job became ready
	 * @param score when the lease ends
	 * @param progress the progress of the worker, as reported to the store
	 * @param handled whether the consumer has a failure handler
	 * @param since when the lease began, {@code null} if it was never extended
	 */
	record Reserved(String token, LeaseTerms terms, Instant visibleSince, Instant score, Progress progress,
			boolean handled, @Nullable Instant since) implements JobStage {

		public Reserved until(Instant end, Progress progress, @Nullable Instant since) {
			return new Reserved(this.token, this.terms, this.visibleSince, end, progress, this.handled, since);
		}

		// When the lease began, also if it was extended.
		public Instant began() {
			return (this.since != null) ? this.since : this.score.minus(this.terms.ttr());
		}

		public boolean isHeld() {
			return !this.token.equals(NO_TOKEN);
		}

	}

	/**
	 * The job is buried.
	 *
	 * @param score when the job was buried
	 */
	record Failed(Instant score) implements JobStage {

	}

}
