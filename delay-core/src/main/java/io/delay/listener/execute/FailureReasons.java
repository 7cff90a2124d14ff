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

package io.delay.listener.execute;

import org.springframework.util.unit.DataSize;

import io.delay.listener.lease.HeldLease;
import io.delay.listener.support.StackTraceText;
import io.delay.store.FailureReason;

/**
 * Creates the reasons that are stored with failed jobs.
 */
public final class FailureReasons {

	private final String host;

	private final StackTraceText stackTraces;

	/**
	 * Create a factory of reasons.
	 * @param host the name of this host
	 * @param stackTraceSize the maximum size of a stack trace, zero for none
	 */
	public FailureReasons(String host, DataSize stackTraceSize) {
		this.host = host;
		this.stackTraces = new StackTraceText((int) stackTraceSize.toBytes());
	}

	FailureReason of(Throwable failure, HeldLease lease) {
		return FailureReason.of(failure, this.host, this.stackTraces.of(failure), lease.handlingTime());
	}

	FailureReason of(String reason, HeldLease lease) {
		return new FailureReason(reason, this.host, null, lease.handlingTime());
	}

}
