// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.diagnostics;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurationImportFilter;
import org.springframework.boot.autoconfigure.AutoConfigurationMetadata;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.mock.env.MockEnvironment;

import io.delay.autoconfigure.DelayAutoConfiguration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link SpringBootVersionCheck}.
 */
class SpringBootVersionCheckTests {

	private static final String[] CANDIDATES = { DelayAutoConfiguration.class.getName(), null, "org.example.Other" };

	private final AutoConfigurationMetadata metadata = mock(AutoConfigurationMetadata.class);

	@ParameterizedTest
	@NullSource
	@ValueSource(strings = { "3.4.0", "3.4.13", "3.5.16", "3.10.0", "4.0.0", "4.1.1", "10.0.0-M1", "unknown", "" })
	void supportedVersionsAreAccepted(String version) {
		assertThat(new SpringBootVersionCheck(version).match(CANDIDATES, this.metadata)).containsExactly(true, true,
				true);
	}

	@ParameterizedTest
	@ValueSource(strings = { "1.5.22.RELEASE", "2.7.18", "3.0.0", "3.3.13", "3.3.0-SNAPSHOT" })
	void olderVersionIsReportedInOneSentence(String version) {
		assertThatExceptionOfType(DelaySetupException.class)
			.isThrownBy(() -> new SpringBootVersionCheck(version).match(CANDIDATES, this.metadata))
			.satisfies((ex) -> {
				FailureAnalysis analysis = new DelayFailureAnalyzer().analyze(ex);
				assertThat(analysis.getDescription())
					.isEqualTo("Delay needs Spring Boot 3.4 or later, but this application runs on Spring Boot "
							+ version + ".");
				assertThat(analysis.getAction()).isEqualTo(
						"Use Spring Boot 3.4 or later, disable Delay with delay.enabled=false, or remove it from the "
								+ "application.");
			});
	}

	@Test
	void olderVersionIsAcceptedIfDelayIsExcluded() {
		assertThat(new SpringBootVersionCheck("3.3.13").match(new String[] { "org.example.Other" }, this.metadata))
			.containsExactly(true);
	}

	@Test
	void olderVersionIsAcceptedIfDelayIsDisabled() {
		SpringBootVersionCheck check = new SpringBootVersionCheck("3.3.13");
		check.setEnvironment(new MockEnvironment().withProperty("delay.enabled", "false"));
		assertThat(check.match(CANDIDATES, this.metadata)).containsOnly(true);
		check.setEnvironment(new MockEnvironment().withProperty("delay.enabled", "true"));
		assertThatExceptionOfType(DelaySetupException.class).isThrownBy(() -> check.match(CANDIDATES, this.metadata));
	}

	@Test
	void checkIsRegisteredWithSpringBoot() {
		assertThat(SpringFactoriesLoader.loadFactories(AutoConfigurationImportFilter.class, null))
			.hasAtLeastOneElementOfType(SpringBootVersionCheck.class);
	}

}
