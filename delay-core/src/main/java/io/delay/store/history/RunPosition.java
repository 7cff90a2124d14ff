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

import org.springframework.util.Assert;

/**
 * A position between two pages of finished runs. The runs of each partition of a topic
 * have increasing numbers, even if the store's clock goes back.
 *
 * @param before for each partition in which runs are listed, the number at which or
 * before which its list continues, 1 or more; a store without partitions has one number
 * @since 0.1.0
 */
public record RunPosition(List<Long> before) {

	public RunPosition {
		Assert.notEmpty(before, "'before' must not be empty");
		before = List.copyOf(before);
		before
			.forEach((number) -> Assert.isTrue(number >= 1, () -> "Number " + number + " of a run must be 1 or more"));
	}

}
