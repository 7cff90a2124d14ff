// SPDX-License-Identifier: Apache-2.0

package io.delay.server;

import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.springframework.security.crypto.factory.PasswordEncoderFactories;
import org.springframework.security.crypto.password.PasswordEncoder;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link CachingPasswordEncoder}.
 */
class CachingPasswordEncoderTests {

	private final AtomicInteger checks = new AtomicInteger();

	private final PasswordEncoder counted = new PasswordEncoder() {

		private final PasswordEncoder encoder = PasswordEncoderFactories.createDelegatingPasswordEncoder();

		@Override
		public String encode(CharSequence rawPassword) {
			return this.encoder.encode(rawPassword);
		}

		@Override
		public boolean matches(CharSequence rawPassword, String encodedPassword) {
			CachingPasswordEncoderTests.this.checks.incrementAndGet();
			return this.encoder.matches(rawPassword, encodedPassword);
		}

	};

	private final CachingPasswordEncoder encoder = new CachingPasswordEncoder(this.counted);

	@Test
	void rightPasswordIsCheckedOnce() {
		String hash = this.encoder.encode("tiger");
		assertThat(this.encoder.matches("tiger", hash)).isTrue();
		assertThat(this.encoder.matches("tiger", hash)).isTrue();
		assertThat(this.checks).hasValue(1);
	}

	@Test
	void wrongPasswordIsCheckedEachTime() {
		String hash = this.encoder.encode("tiger");
		assertThat(this.encoder.matches("tiger", hash)).isTrue();
		assertThat(this.encoder.matches("lion", hash)).isFalse();
		assertThat(this.encoder.matches("lion", hash)).isFalse();
		assertThat(this.checks).hasValue(3);
	}

	@Test
	void rightPasswordOfAnotherHashIsNotRight() {
		String hash = this.encoder.encode("tiger");
		String other = this.encoder.encode("lion");
		assertThat(this.encoder.matches("tiger", hash)).isTrue();
		assertThat(this.encoder.matches("tiger", other)).isFalse();
	}

}
