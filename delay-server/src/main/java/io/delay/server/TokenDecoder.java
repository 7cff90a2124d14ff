// SPDX-License-Identifier: Apache-2.0

package io.delay.server;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtDecoderInitializationException;
import org.springframework.security.oauth2.jwt.JwtException;

/**
 * Decodes bearer tokens. Spring Security would answer each request with status 500 and
 * log a stack trace while the keys of the identity provider cannot be fetched. Each cause
 * is logged once a minute.
 */
final class TokenDecoder implements JwtDecoder {

	private static final Log logger = LogFactory.getLog(TokenDecoder.class);

	private static final Duration PERIOD = Duration.ofMinutes(1);

	private final JwtDecoder decoder;

	private final InstantSource clock;

	private final Map<Class<?>, Instant> logged = new HashMap<>();

	TokenDecoder(JwtDecoder decoder, InstantSource clock) {
		this.decoder = decoder;
		this.clock = clock;
	}

	@Override
	public Jwt decode(String token) {
		try {
			return this.decoder.decode(token);
		}
		catch (BadJwtException ex) {
			throw ex;
		}
		catch (JwtException | JwtDecoderInitializationException ex) {
			log(NestedExceptionUtils.getMostSpecificCause(ex));
			throw new KeysUnavailableException(ex);
		}
	}

	private synchronized void log(Throwable cause) {
		Instant now = this.clock.instant();
		Instant latest = this.logged.get(cause.getClass());
		if (latest == null || !now.isBefore(latest.plus(PERIOD))) {
			this.logged.put(cause.getClass(), now);
			logger.warn("The keys of the identity provider cannot be fetched, so requests with bearer tokens are "
					+ "refused with status 503. Check spring.security.oauth2.resourceserver.jwt and the identity "
					+ "provider: " + cause);
		}
	}

	/**
	 * A bearer token could not be checked.
	 */
	static final class KeysUnavailableException extends AuthenticationException {

		KeysUnavailableException(Throwable cause) {
			super("The keys of the identity provider could not be fetched", cause);
		}

	}

}
