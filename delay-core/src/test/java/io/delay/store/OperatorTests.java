// SPDX-License-Identifier: Apache-2.0

package io.delay.store;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.delay.store.admin.Operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Who acts, as it may stand in logs and stores.
 */
class OperatorTests {

	@ParameterizedTest
	@ValueSource(strings = { "\n", "\r", "\t", "\u0000", "\u001b", "\u007f", "\u0085", "\u009b", "\u2028", "\u2029",
			"\u202e", "\u200b", "\ud83d" })
	void charactersThatFalsifyLinesOrTheirAppearanceAreReplaced(String character) {
		assertThat(new Operator("al" + character + "ice").name()).isEqualTo("al_ice");
	}

	@ParameterizedTest
	@ValueSource(strings = { "alice", "O'Neill", "Zoë", "王小明", "a b@c.example", "CN=Alice, O=Acme", "\ud83d\ude00" })
	void ordinaryNamesStayAsTheyAre(String name) {
		assertThat(new Operator(name)).hasToString(name);
	}

	@Test
	void aLongNameIsCutBetweenCharacters() {
		assertThat(new Operator("x".repeat(300)).name()).isEqualTo("x".repeat(Operator.MAX_LENGTH));
		assertThat(new Operator("x".repeat(Operator.MAX_LENGTH - 1) + "\ud83d\ude00").name())
			.isEqualTo("x".repeat(Operator.MAX_LENGTH - 1) + "_");
	}

	@Test
	void anEmptyNameIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> new Operator(" "))
			.withMessage("'name' must not be empty");
	}

	@Test
	void operatorNameOfAnApplicationIncludesItsHost() {
		assertThat(Operator.ofApplication("shop", "vm-1")).hasToString("shop on host vm-1");
	}

}
