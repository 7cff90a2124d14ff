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

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * Some of the finished runs of a topic or of one id, newest first.
 *
 * @param runs the runs
 * @param next the value of {@code after} for the next page, {@code null} if this is the
 * last page
 * @param searchedBackTo if older runs were not searched for the id, the time of the
 * newest of them, otherwise {@code null}
 */
public record RunsDescriptor(List<RunDescriptor> runs, @Nullable String next,
		@Nullable Instant searchedBackTo) implements OperationResponseBody {

}
