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

package io.delay.redis.replication;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.delay.redis.script.NoReplyException;

/**
 * Thrown when fewer replicas than required have confirmed a script, so that a failover
 * may undo it, or when it is unknown whether the script was executed.
 */
public final class NotReplicatedException extends NoReplyException {

	private NotReplicatedException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

	static NotReplicatedException tooFew(long replicas, int required, Duration timeout) {
		return new NotReplicatedException("The master has the jobs, but only " + replicas + " of " + required
				+ " replicas confirmed them within " + timeout.toMillis()
				+ " ms. Check connected_slaves and the lag of each in INFO replication of the master; "
				+ "delay.redis.wait-replicas must not exceed the number of replicas", null);
	}

	static NotReplicatedException noReply() {
		return new NotReplicatedException("It is unknown whether the master and its replicas have the jobs, "
				+ "because no reply to the script that stores them was received", null);
	}

	static NotReplicatedException failed(Throwable cause) {
		return new NotReplicatedException(
				"It is unknown whether the master and its replicas have the jobs, because the WAIT for them failed: "
						+ cause.getMessage(),
				cause);
	}

}
