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

package io.delay.actuate.descriptor;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

import io.delay.admin.bulk.BulkResult;

/**
 * The number of jobs that an operation has changed.
 *
 * @param topic the topic
 * @param jobs the number of jobs that the request has changed
 * @param done the number of jobs that this request and the previous ones have processed,
 * {@code null} if the request had neither a limit nor a position
 * @param total the number of jobs at the first request, {@code null} if the request had
 * neither a limit nor a position
 * @param next the position with which the operation continues, {@code null} if it is
 * complete
 */
public record JobsChangeDescriptor(String topic, long jobs, @Nullable Long done, @Nullable Long total,
		@Nullable String next) implements OperationResponseBody {

	public static JobsChangeDescriptor of(String topic, BulkResult result) {
		return new JobsChangeDescriptor(topic, result.jobs(), null, null, null);
	}

	public static JobsChangeDescriptor withProgress(String topic, BulkResult result, @Nullable String next) {
		return new JobsChangeDescriptor(topic, result.jobs(), result.done(), result.total(), next);
	}

}
