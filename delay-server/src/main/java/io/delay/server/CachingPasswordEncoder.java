// SPDX-License-Identifier: Apache-2.0

package io.delay.server;

import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import org.jspecify.annotations.Nullable;
import org.springframework.security.crypto.password.PasswordEncoder;

/**
 * Remembers correct passwords. A hash such as bcrypt is designed to take some 100 ms to
 * check, but HTTP basic authentication sends the password with every request. For each
 * correct password, a keyed digest of the password and its hash is kept. The key exists
 * only in the memory of this process. Wrong passwords are always checked against the
 * hash.
 */
final class CachingPasswordEncoder implements PasswordEncoder {

	private static final String ALGORITHM = "HmacSHA256";

	private static final int MAX_REMEMBERED = 1000;

	private final PasswordEncoder encoder;

	private final SecretKeySpec key;

	private final Set<String> right = ConcurrentHashMap.newKeySet();

	CachingPasswordEncoder(PasswordEncoder encoder) {
		this.encoder = encoder;
		byte[] secret = new byte[32];
		new SecureRandom().nextBytes(secret);
		this.key = new SecretKeySpec(secret, ALGORITHM);
	}

	@Override
	public @Nullable String encode(@Nullable CharSequence rawPassword) {
		return this.encoder.encode(rawPassword);
	}

	@Override
	public boolean matches(@Nullable CharSequence rawPassword, @Nullable String encodedPassword) {
		String digest = digest(rawPassword + "\n" + encodedPassword);
		if (this.right.contains(digest)) {
			return true;
		}
		boolean matches = this.encoder.matches(rawPassword, encodedPassword);
		if (matches && this.right.size() < MAX_REMEMBERED) {
			this.right.add(digest);
		}
		return matches;
	}

	private String digest(String text) {
		try {
			Mac mac = Mac.getInstance(ALGORITHM);
			mac.init(this.key);
			return Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
		}
		catch (NoSuchAlgorithmException | InvalidKeyException ex) {
			throw new IllegalStateException("The JVM lacks the algorithm " + ALGORITHM, ex);
		}
	}

}
