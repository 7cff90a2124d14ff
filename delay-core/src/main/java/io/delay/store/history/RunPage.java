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

package io.delay.store.history;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A page of finished runs, newest first. Runs that finish while pages are read do not
 * appear on later pages. If the store's clock went back, runs that finished before that
 * may have later times than the runs that they follow.
 *
 * @param runs the runs; on a page that is not the last one, there can be none if many
 * runs in succession cannot be read
 * @param next the position after which the next page starts, {@code null} if this is the
 * last page
 * @since 0.1.0
 */
public record RunPage(List<FinishedRun> runs, @Nullable RunPosition next) {

	public RunPage {
		runs = List.copyOf(runs);
	}

}
