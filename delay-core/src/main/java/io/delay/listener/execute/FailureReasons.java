// SPDX-License-Identifier: Apache-2.0

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

	// A size of zero means no stack traces.
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
