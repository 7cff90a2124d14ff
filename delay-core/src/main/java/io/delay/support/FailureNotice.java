// SPDX-License-Identifier: Apache-2.0

package io.delay.support;

import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.commons.logging.LogFactory;

/**
 * Logs the failure of a component that observes jobs. Only the first failure is logged as
 * a warning, because such a component usually fails for every job. Logging never throws,
 * so it cannot affect jobs.
 */
public final class FailureNotice {

	private static final FailureLog failureLog = new FailureLog(LogFactory.getLog(FailureNotice.class));

	private final String what;

	private final AtomicBoolean warned = new AtomicBoolean();

	// The failing component is the subject of a sentence.
	public FailureNotice(String what) {
		this.what = what;
	}

	public void attempt(Runnable call) {
		try {
			call.run();
		}
		catch (RuntimeException | Error ex) {
			failed(ex);
		}
	}

	public void failed(Throwable failure) {
		if (this.warned.compareAndSet(false, true)) {
			failureLog.warn(this.what + " failed; jobs are not affected. Further failures are logged at DEBUG only",
					failure);
		}
		else {
			failureLog.debug(this.what + " failed again", failure);
		}
	}

}
