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

import org.jspecify.annotations.Nullable;

/**
 * Handles the jobs of a container, one by one or in batches.
 *
 * @param single handles one job
 * @param batches handles several jobs in one call, {@code null} if the handler does not
 * handle batches
 */
public record Executions(Execution single, @Nullable BatchExecution batches) {

	/**
	 * Return the maximum number of jobs that are handled in one call.
	 * @return 1 or more
	 */
	public int batch() {
		return (this.batches != null) ? this.batches.size() : 1;
	}

}
