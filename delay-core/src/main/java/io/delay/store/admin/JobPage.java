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

package io.delay.store.admin;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.delay.store.StoredJob;

/**
 * A page of the jobs of a topic that are in one state. Jobs that change state between two
 * pages may be missing or appear twice; all others appear once.
 *
 * @param next the position after which the next page starts, {@code null} if this is the
 * last page
 * @since 0.1.0
 */
public record JobPage(List<StoredJob> jobs, @Nullable JobPosition next) {

	public JobPage {
		jobs = List.copyOf(jobs);
	}

}
