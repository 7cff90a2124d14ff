// SPDX-License-Identifier: Apache-2.0

package io.delay.server;

import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.security.core.userdetails.UserDetails;

import io.delay.autoconfigure.diagnostics.DelaySetupException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link ServerUsers}.
 */
@ExtendWith(OutputCaptureExtension.class)
class ServerUsersTests {

	private final ServerProperties properties = new ServerProperties();

	@Test
	void userHasPasswordAndRoles() {
		add("alice", "{bcrypt}$2a$10$abc", ServerRole.PRODUCER, ServerRole.VIEWER);
		assertThat(ServerUsers.of(this.properties, false)).singleElement().satisfies((user) -> {
			assertThat(user.getUsername()).isEqualTo("alice");
			assertThat(user.getPassword()).isEqualTo("{bcrypt}$2a$10$abc");
			assertThat(user.getAuthorities()).extracting(Object::toString)
				.containsExactlyInAnyOrder("ROLE_producer", "ROLE_viewer");
		});
	}

	@Test
	void passwordIsGeneratedAndLoggedOnce(CapturedOutput output) {
		UserDetails user = ServerUsers.of(this.properties, false).get(0);
		assertThat(user.getAuthorities()).hasSize(ServerRole.values().length);
		assertThat(output).contains(String.valueOf(user.getPassword()).replace("{noop}", ""));
		assertThat(ServerUsers.of(this.properties, false).get(0).getPassword()).isNotEqualTo(user.getPassword());
	}

	@Test
	void noPasswordIsGeneratedBesidesTokens(CapturedOutput output) {
		assertThat(ServerUsers.of(this.properties, true)).isEmpty();
		assertThat(output).doesNotContain("generated");
	}

	@ParameterizedTest
	@NullSource
	@ValueSource(strings = { "tiger", "", "{bcrypt}", "{}tiger" })
	void passwordMustBeAHash(String password) {
		add("alice", password, ServerRole.PRODUCER);
		assertThatExceptionOfType(DelaySetupException.class).isThrownBy(() -> ServerUsers.of(this.properties, false))
			.satisfies((ex) -> {
				assertThat(ex).hasMessageContaining("'alice'").hasMessageNotContaining("tiger");
				assertThat(ex.remedy()).contains("delay.server.users.alice.password", "{bcrypt}");
			});
	}

	@Test
	void plainPasswordIsWarnedAbout(CapturedOutput output) {
		add("alice", "{noop}tiger", ServerRole.PRODUCER);
		assertThat(ServerUsers.of(this.properties, false)).hasSize(1);
		assertThat(output).contains("'alice'", "plain text").doesNotContain("tiger");
	}

	@Test
	void userNeedsARole() {
		add("alice", "{bcrypt}$2a$10$abc");
		assertThatExceptionOfType(DelaySetupException.class).isThrownBy(() -> ServerUsers.of(this.properties, false))
			.satisfies((ex) -> assertThat(ex.remedy()).contains("delay.server.users.alice.roles"));
	}

	// Without this check, a user below 'user' instead of 'users' would be replaced by
	// one with all roles
	@Test
	void misspelledSettingIsRefused() {
		new ApplicationContextRunner().withUserConfiguration(Settings.class)
			.withPropertyValues("delay.server.user.alice.password={noop}tiger")
			.run((context) -> assertThat(context).getFailure()
				.hasRootCauseInstanceOf(UnboundConfigurationPropertiesException.class)
				.rootCause()
				.hasMessageContaining("delay.server.user.alice.password"));
	}

	private void add(String name, String password, ServerRole... roles) {
		ServerProperties.User user = new ServerProperties.User();
		user.setPassword(password);
		user.setRoles(Set.of(roles));
		this.properties.getUsers().put(name, user);
	}

	@EnableConfigurationProperties(ServerProperties.class)
	static class Settings {

	}

}
