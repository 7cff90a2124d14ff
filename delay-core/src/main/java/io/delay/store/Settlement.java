/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.delay.store;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.delay.job.JobRules;

/**
 * Ends a lease.
 *
 * @since 0.1.0
 */
public sealed interface Settlement {

	/**
	 * The lease to end.
	 * @return the lease
	 */
	Lease lease();

	/**
	 * Done: the job is deleted.
	 *
	 * @param lease the lease to end
	 */
	record Ack(Lease lease) implements Settlement {

	}

	/**
	 * Deliberately back to waiting; the attempt is given back. The job is visible again
	 * after the delay and keeps its due time.
	 *
	 * @param lease the lease to end
	 * @param delay how long until the job is ready again, zero or longer
	 */
	record Release(Lease lease, Duration delay) implements Settlement {

		public Release {
			JobRules.checkDelay(delay);
		}

	}

	/**
	 * Back to where the job was before it was reserved, as if it never had been: visible
	 * since the same time, so at the same place among the others; the attempt is given
	 * back. If the job had been delivered again because its lease ran out, it is visible
	 * since the end of that lease. For jobs that nobody has begun with, and for those
	 * whose handler a stopping container has interrupted.
	 *
	 * @param lease the lease to end
	 */
	record HandBack(Lease lease) implements Settlement {

	}

	/**
	 * The attempt failed: back to waiting if attempts are left, else failed.
	 *
	 * @param lease the lease to end
	 * @param reason why it failed
	 * @param delay how long until the job is ready again; {@code null} for when the lease
	 * would have ended
	 */
	record Fail(Lease lease, FailureReason reason, @Nullable Duration delay) implements Settlement {

		public Fail {
			if (delay != null) {
				JobRules.checkDelay(delay);
			}
		}

	}

	/**
	 * Failed for good, whatever attempts are left.
	 *
	 * @param lease the lease to end
	 * @param reason why
	 */
	record Bury(Lease lease, FailureReason reason) implements Settlement {

	}

}
