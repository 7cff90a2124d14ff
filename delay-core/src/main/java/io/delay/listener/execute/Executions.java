// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.execute;

import org.jspecify.annotations.Nullable;

/**
 * Handles the jobs of a container, one by one or in batches.
 *
 * @param batches handles several jobs in one call, {@code null} if the handler does not
 * handle batches
 */
public record Executions(Execution single, @Nullable BatchExecution batches) {

	public int batch() {
		return (this.batches != null) ? this.batches.size() : 1;
	}

}
