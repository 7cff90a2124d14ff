// SPDX-License-Identifier: Apache-2.0

package io.delay.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.interfaces.RSAPublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.JwtException;

import io.delay.test.redis.RedisForTests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for bearer tokens while the keys of the identity provider cannot be fetched.
 */
@ExtendWith(OutputCaptureExtension.class)
class TokenKeysTests {

	private static final String MESSAGE = "The keys of the identity provider cannot be fetched";

	private static final HttpClient client = HttpClient.newHttpClient();

	@ParameterizedTest
	@ValueSource(strings = { "jwk-set-uri=http://localhost:PORT/keys", "issuer-uri=http://localhost:PORT" })
	@Tag("thorough")
	@Tag("versions")
	void requestsAreRefusedUntilTheKeysCanBeFetched(String setting, CapturedOutput output) throws Exception {
		KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
		generator.initialize(2048);
		KeyPair keys = generator.generateKeyPair();
		AtomicReference<Map<String, String>> answers = new AtomicReference<>(Map.of());
		HttpServer provider = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		provider.createContext("/", (exchange) -> {
			byte[] answer = answers.get()
				.getOrDefault(exchange.getRequestURI().getPath(), "")
				.getBytes(StandardCharsets.UTF_8);
			exchange.getResponseHeaders().set("Content-Type", "application/json");
			exchange.sendResponseHeaders((answer.length > 0) ? 200 : 500, (answer.length > 0) ? answer.length : -1);
			exchange.getResponseBody().write(answer);
			exchange.close();
		});
		provider.start();
		String issuer = "http://localhost:" + provider.getAddress().getPort();
		try (ConfigurableApplicationContext server = start(setting.replace("http://localhost:PORT", issuer))) {
			String token = token(keys, issuer);
			for (int i = 0; i < 20; i++) {
				HttpResponse<String> answer = send(server, token);
				assertThat(answer.statusCode()).isEqualTo(503);
				assertThat(answer.headers().firstValue("Retry-After")).hasValue("1");
				assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
				assertThat(answer.body()).contains("urn:delay:problem:identity-provider-unavailable");
			}
			assertThat(output.getAll().split(MESSAGE, -1)).hasSize(2);
			assertThat(output.getAll()).doesNotContain("\tat org.springframework.security");
			answers
				.set(Map.of("/keys", new JWKSet(new RSAKey.Builder((RSAPublicKey) keys.getPublic()).build()).toString(),
						"/.well-known/openid-configuration", "{\"issuer\":\"" + issuer + "\",\"jwks_uri\":\"" + issuer
								+ "/keys\",\"subject_types_supported\":[\"public\"]}"));
			assertThat(send(server, token).statusCode()).isEqualTo(200);
			assertThat(send(server, "x").statusCode()).isEqualTo(401);
		}
		finally {
			provider.stop(0);
		}
	}

	@Test
	void eachCauseIsLoggedOnceAMinute(CapturedOutput output) {
		AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2030-01-01T00:00:00Z"));
		AtomicReference<RuntimeException> failure = new AtomicReference<>();
		TokenDecoder decoder = new TokenDecoder((token) -> {
			throw failure.get();
		}, now::get);
		for (Exception cause : List.of(new IOException("a"), new IllegalStateException("b"))) {
			failure.set(new JwtException("keys", cause));
			IntStream.range(0, 3).forEach((index) -> assertUnavailable(decoder));
		}
		assertThat(output.getAll().split(MESSAGE, -1)).hasSize(3);
		now.set(now.get().plus(Duration.ofSeconds(59)));
		assertUnavailable(decoder);
		assertThat(output.getAll().split(MESSAGE, -1)).hasSize(3);
		now.set(now.get().plus(Duration.ofSeconds(1)));
		assertUnavailable(decoder);
		assertThat(output.getAll().split(MESSAGE, -1)).hasSize(4);
		failure.set(new BadJwtException("forged"));
		assertThatExceptionOfType(BadJwtException.class).isThrownBy(() -> decoder.decode("x"));
	}

	private static void assertUnavailable(TokenDecoder decoder) {
		assertThatExceptionOfType(TokenDecoder.KeysUnavailableException.class).isThrownBy(() -> decoder.decode("x"));
	}

	private static ConfigurableApplicationContext start(String setting) {
		RedisForTests redis = RedisForTests.shared();
		return new SpringApplication(DelayServerApplication.class).run("--server.port=0",
				"--spring.data.redis.host=" + redis.host(), "--spring.data.redis.port=" + redis.port(),
				"--delay.namespace=keys-" + System.nanoTime(),
				"--spring.security.oauth2.resourceserver.jwt." + setting);
	}

	private static String token(KeyPair keys, String issuer) throws Exception {
		SignedJWT token = new SignedJWT(new JWSHeader(JWSAlgorithm.RS256),
				new JWTClaimsSet.Builder().issuer(issuer)
					.claim("roles", List.of("viewer"))
					.expirationTime(Date.from(Instant.now().plus(Duration.ofMinutes(5))))
					.build());
		token.sign(new RSASSASigner(keys.getPrivate()));
		return token.serialize();
	}

	private static HttpResponse<String> send(ConfigurableApplicationContext server, String token) {
		HttpRequest request = HttpRequest.newBuilder(URI.create(
				"http://localhost:" + server.getEnvironment().getProperty("local.server.port") + "/delay/v1/topics"))
			.header("Authorization", "Bearer " + token)
			.build();
		return client.sendAsync(request, HttpResponse.BodyHandlers.ofString()).orTimeout(30, TimeUnit.SECONDS).join();
	}

}
