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

package io.delay.admin.bulk;

import org.jspecify.annotations.Nullable;

/**
 * What one call of an operation on many jobs has done.
 *
 * @param jobs the number of jobs that this call has changed
 * @param done the number of jobs that this call and the previous ones have processed,
 * including those that have changed in the meantime and were therefore left alone
 * @param total the number of jobs at the first call
 * @param next the position with which the operation continues, {@code null} if it is
 * complete
 * @since 0.1.0
 */
public record BulkResult(long jobs, long done, long total, @Nullable BulkPosition next) {

	/**
	 * Create the result of a call.
	 * @param position the position after the call
	 * @param jobs the number of jobs that the call has changed
	 * @param more whether more jobs were found than the call has processed
	 * @return the result
	 */
	public static BulkResult of(BulkPosition position, long jobs, boolean more) {
		return new BulkResult(jobs, position.done(), position.total(), (more && position.left() > 0) ? position : null);
	}

}
