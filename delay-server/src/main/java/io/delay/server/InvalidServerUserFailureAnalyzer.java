// SPDX-License-Identifier: Apache-2.0

package io.delay.server;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains {@link InvalidServerUserException}.
 */
final class InvalidServerUserFailureAnalyzer extends AbstractFailureAnalyzer<InvalidServerUserException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, InvalidServerUserException cause) {
		return new FailureAnalysis(cause.getMessage(), cause.action(), cause);
	}

}
