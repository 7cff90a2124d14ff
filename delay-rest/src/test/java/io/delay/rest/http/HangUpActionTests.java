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

package io.delay.rest.http;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link HangUpAction}.
 */
class HangUpActionTests {

	private final HangUpAction hangUp = new HangUpAction();

	private final List<String> calls = new ArrayList<>();

	@Test
	void actionRunsOnceWhenTheClientHangsUp() {
		this.hangUp.set(() -> this.calls.add("a"));
		assertThat(this.hangUp.isHungUp()).isFalse();
		assertThat(this.calls).isEmpty();
		this.hangUp.run();
		this.hangUp.run();
		assertThat(this.hangUp.isHungUp()).isTrue();
		assertThat(this.calls).containsExactly("a");
	}

	@Test
	void laterActionReplacesAnEarlierOne() {
		this.hangUp.set(() -> this.calls.add("a"));
		this.hangUp.set(() -> this.calls.add("b"));
		this.hangUp.run();
		assertThat(this.calls).containsExactly("b");
	}

	@Test
	void actionRunsAtOnceIfTheClientHasHungUp() {
		this.hangUp.run();
		this.hangUp.set(() -> this.calls.add("a"));
		assertThat(this.calls).containsExactly("a");
		this.hangUp.run();
		assertThat(this.calls).containsExactly("a");
	}

}
