// SPDX-License-Identifier: Apache-2.0

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
