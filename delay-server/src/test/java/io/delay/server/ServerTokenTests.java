// SPDX-License-Identifier: Apache-2.0

package io.delay.server;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

import io.delay.test.redis.RedisForTests;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for clients with bearer tokens, over a socket.
 */
@Tag("thorough")
@Tag("versions")
class ServerTokenTests {

	private static final Duration VALID = Duration.ofMinutes(5);

	private static final HttpClient client = HttpClient.newHttpClient();

	private static KeyPair keys;

	private static ConfigurableApplicationContext server;

	@BeforeAll
	static void start(@TempDir Path directory) throws Exception {
		keys = newKeys();
		RedisForTests redis = RedisForTests.shared();
		server = new SpringApplication(DelayServerApplication.class).run("--server.port=0",
				"--spring.data.redis.host=" + redis.host(), "--spring.data.redis.port=" + redis.port(),
				"--delay.namespace=server-" + System.nanoTime(), "--delay.server.jwt.roles-claim=groups",
				"--delay.server.users.alice.password={noop}secret", "--delay.server.users.alice.roles=viewer",
				"--spring.security.oauth2.resourceserver.jwt.public-key-location=" + publicKey(directory));
	}

	private static KeyPair newKeys() throws Exception {
		KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
		generator.initialize(2048);
		return generator.generateKeyPair();
	}

	private static URI publicKey(Path directory) throws IOException {
		String text = Base64.getMimeEncoder(64, new byte[] { '\n' }).encodeToString(keys.getPublic().getEncoded());
		return Files
			.writeString(directory.resolve("key.pem"),
					"-----BEGIN PUBLIC KEY-----\n" + text + "\n-----END PUBLIC KEY-----\n")
			.toUri();
	}

	@AfterAll
	static void stop() {
		server.close();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			POST | /delay/v1/topics/a/jobs    | producer operator
			POST | /delay/v1/topics/a/reserve | consumer
			GET  | /delay/v1/topics           | viewer operator
			POST | /delay/v1/topics/a/kick    | operator
			POST | /actuator/delay/a/pause    | operator
			GET  | /elsewhere                 |
			""")
	void operationsOfRolesInTheToken(String method, String path, String roles) {
		Set<String> allowed = Stream.of("producer", "consumer", "viewer", "operator", "nobody", "PRODUCER")
			.filter((role) -> send(method, path, bearer(keys, VALID, role)).statusCode() != 403)
			.collect(Collectors.toSet());
		assertThat(allowed).isEqualTo((roles != null) ? Set.of(roles.split(" ")) : Set.of());
	}

	@Test
	void tokenWithTheRightKeyIsRequired() throws Exception {
		assertThat(send("GET", "/delay/v1/topics", bearer(keys, VALID, "viewer")).statusCode()).isEqualTo(200);
		assertRefused(bearer(newKeys(), VALID, "viewer"));
		assertRefused(bearer(keys, VALID.negated(), "viewer"));
		String token = bearer(keys, VALID, "consumer");
		String[] parts = token.split("\\.");
		String forged = Base64.getUrlEncoder().withoutPadding().encodeToString("{\"groups\":[\"viewer\"]}".getBytes());
		assertRefused(parts[0] + "." + forged + "." + parts[2]);
		String none = Base64.getUrlEncoder().withoutPadding().encodeToString("{\"alg\":\"none\"}".getBytes());
		assertRefused("Bearer " + none + "." + forged + ".");
		assertRefused("Bearer x");
	}

	@Test
	void rolesThatAreNotTextAreIgnored() {
		for (Object roles : new Object[] { List.of(1, "viewer"), List.of(List.of("viewer")), Map.of("viewer", true), 7,
				"viewer" }) {
			HttpResponse<String> answer = send("GET", "/delay/v1/topics", bearer(keys, VALID, roles));
			assertThat(answer.statusCode()).as("%s", roles)
				.isEqualTo((roles.equals("viewer") || roles.equals(List.of(1, "viewer"))) ? 200 : 403);
		}
	}

	@Test
	void refusedOperationIsAProblem() {
		HttpResponse<String> answer = send("GET", "/delay/v1/topics", bearer(keys, VALID, "consumer"));
		assertThat(answer.statusCode()).isEqualTo(403);
		assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
		assertThat(answer.body()).contains("urn:delay:problem:forbidden");
	}

	@Test
	void usersAndTokensAreCombined() {
		assertThat(send("GET", "/delay/v1/topics", basic("secret")).statusCode()).isEqualTo(200);
		assertRefused(basic("wrong"));
	}

	private static void assertRefused(String authorization) {
		HttpResponse<String> answer = send("GET", "/delay/v1/topics", authorization);
		assertThat(answer.statusCode()).isEqualTo(401);
		assertThat(answer.headers().allValues("WWW-Authenticate")).containsExactly("Bearer", "Basic realm=\"Delay\"");
		assertThat(answer.body()).contains("urn:delay:problem:unauthenticated");
	}

	private static String basic(String password) {
		return "Basic " + Base64.getEncoder().encodeToString(("alice:" + password).getBytes());
	}

	private static String bearer(KeyPair keys, Duration validFor, String role) {
		return bearer(keys, validFor, (Object) List.of(role));
	}

	private static String bearer(KeyPair keys, Duration validFor, Object roles) {
		try {
			SignedJWT token = new SignedJWT(new JWSHeader(JWSAlgorithm.RS256),
					new JWTClaimsSet.Builder().subject("bob")
						.claim("groups", roles)
						.claim("roles", List.of("operator"))
						.expirationTime(Date.from(Instant.now().plus(validFor)))
						.build());
			token.sign(new RSASSASigner(keys.getPrivate()));
			return "Bearer " + token.serialize();
		}
		catch (JOSEException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static HttpResponse<String> send(String method, String path, String authorization) {
		HttpRequest request = HttpRequest
			.newBuilder(
					URI.create("http://localhost:" + server.getEnvironment().getProperty("local.server.port") + path))
			.method(method, HttpRequest.BodyPublishers.noBody())
			.header("Content-Type", "application/json")
			.header("Authorization", authorization)
			.build();
		return client.sendAsync(request, HttpResponse.BodyHandlers.ofString()).orTimeout(30, TimeUnit.SECONDS).join();
	}

}
