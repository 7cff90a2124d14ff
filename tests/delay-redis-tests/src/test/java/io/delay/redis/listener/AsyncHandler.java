// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.listener;

import java.util.concurrent.CompletionStage;

import io.delay.listener.JobContext;
import io.delay.listener.JobHandler;
import io.delay.store.ReservedJob;

/**
 * A handler whose results are asynchronous.
 */
@FunctionalInterface
public interface AsyncHandler extends JobHandler {

	@Override
	default void handle(ReservedJob job, JobContext context) {
		throw new UnsupportedOperationException();
	}

	@Override
	CompletionStage<?> handleAsync(ReservedJob job, JobContext context) throws Exception;

}
