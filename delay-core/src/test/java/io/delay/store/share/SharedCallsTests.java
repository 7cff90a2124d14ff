// SPDX-License-Identifier: Apache-2.0

package io.delay.store.share;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link SharedCalls}.
 */
class SharedCallsTests {

	private final SharedCalls<Part, List<Part>> calls = new SharedCalls<>(2, Function.identity());

	@Test
	void aPartIsCalledAtOnceIfFewCallsAreInProgress() {
		assertThat(this.calls.add(new Part("a", 1, 1))).hasSize(1);
		assertThat(this.calls.add(new Part("b", 1, 1))).hasSize(1);
		assertThat(this.calls.add(new Part("c", 1, 1))).isNull();
	}

	@Test
	void theNextCallContainsAllWaitingPartsInTheirOrder() {
		fill();
		this.calls.add(new Part("c", 1, 1));
		this.calls.add(new Part("d", 1, 1));
		assertThat(this.calls.ended()).extracting(Part::name).containsExactly("c", "d");
		assertThat(this.calls.ended()).isNull();
		assertThat(this.calls.add(new Part("e", 1, 1))).hasSize(1);
	}

	@Test
	void aCallHasAtMost500Jobs() {
		fill();
		this.calls.add(new Part("c", 300, 1));
		this.calls.add(new Part("d", 200, 1));
		this.calls.add(new Part("e", 1, 1));
		assertThat(this.calls.ended()).extracting(Part::name).containsExactly("c", "d");
		assertThat(this.calls.ended()).extracting(Part::name).containsExactly("e");
	}

	@Test
	void aCallHasAtMost256KilobytesUnlessItHasOnePart() {
		fill();
		this.calls.add(new Part("c", 1, SharedCalls.MAX_BYTES + 1));
		this.calls.add(new Part("d", 1, 1));
		this.calls.add(new Part("e", 1, SharedCalls.MAX_BYTES));
		assertThat(this.calls.ended()).extracting(Part::name).containsExactly("c");
		assertThat(this.calls.ended()).extracting(Part::name).containsExactly("d");
		assertThat(this.calls.ended()).extracting(Part::name).containsExactly("e");
	}

	@Test
	void aPartThatWaitsCanBeWithdrawn() {
		fill();
		Part part = new Part("c", 1, 1);
		this.calls.add(part);
		assertThat(this.calls.withdraw(part)).isTrue();
		assertThat(this.calls.withdraw(part)).isFalse();
		assertThat(this.calls.ended()).isNull();
	}

	@Test
	void aPartThatIsInACallCannotBeWithdrawn() {
		Part part = new Part("a", 1, 1);
		this.calls.add(part);
		assertThat(this.calls.withdraw(part)).isFalse();
	}

	@Test
	void anAbandonedCallReturnsAllWaitingParts() {
		fill();
		this.calls.add(new Part("c", 1, 1));
		this.calls.add(new Part("d", 1, 1));
		assertThat(this.calls.abandon()).extracting(Part::name).containsExactly("c", "d");
		assertThat(this.calls.add(new Part("e", 1, 1))).hasSize(1);
		assertThat(this.calls.add(new Part("f", 1, 1))).isNull();
	}

	@Test
	void aCallThatCannotBeCreatedOccupiesNoSlotAndLosesNoPart() {
		AtomicBoolean exhausted = new AtomicBoolean(true);
		SharedCalls<Part, List<Part>> failing = new SharedCalls<>(1, (parts) -> {
			if (exhausted.get()) {
				throw new OutOfMemoryError("of this test");
			}
			return parts;
		});
		for (int i = 0; i < 3; i++) {
			assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(() -> failing.add(new Part("a", 1, 1)));
		}
		exhausted.set(false);
		assertThat(failing.add(new Part("b", 1, 1))).extracting(Part::name).containsExactly("b");
		failing.add(new Part("c", 1, 1));
		exhausted.set(true);
		assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(failing::ended);
		exhausted.set(false);
		assertThat(failing.add(new Part("d", 1, 1))).extracting(Part::name).containsExactly("c", "d");
	}

	private void fill() {
		this.calls.add(new Part("a", 1, 1));
		this.calls.add(new Part("b", 1, 1));
	}

	private record Part(String name, int jobs, int bytes) implements SharedCalls.Part {

	}

}
